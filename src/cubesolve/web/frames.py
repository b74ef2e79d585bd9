"""How the server and its workers talk: frames in pipes.

A frame is a letter, the length of its payload in four bytes, and the payload, which is JSON. A job
is a frame `J`; the worker answers with `B` (begun) when it takes it, any number of `P` (progress)
and then one `R` (result) or `E` (error). A frame `C` (cancel) asks it to give up the job with that
number; it answers as ever.
"""

JOB, CANCEL, BEGUN, PROGRESS, RESULT, ERROR = b"J", b"C", b"B", b"P", b"R", b"E"
HEAD = 5  #: bytes before a payload


def frame(kind: bytes, payload: bytes) -> bytes:
    """Return a payload with its head."""
    return kind + len(payload).to_bytes(4, "big") + payload


def read_head(head: bytes) -> tuple[bytes, int]:
    """Return the kind and the length that a head tells."""
    return head[:1], int.from_bytes(head[1:HEAD], "big")
