"""What a command tells who called it by its exit code."""

from cubesolve.starting import INTERRUPTED as INTERRUPTED  # by Ctrl-C, as shells have it

OK = 0
FAILED = 1  #: the answer is no, or it could not be found
BAD_INPUT = 2  #: what was given makes no sense, or cannot be read or written

EPILOG = """exit codes:
  0    success
  1    the answer is no (check, verify), or there is no answer, for example within --time
  2    the input makes no sense, or a file cannot be read or written
  130  interrupted by Ctrl-C; `solve` has written the best solution so far, if it had one"""
