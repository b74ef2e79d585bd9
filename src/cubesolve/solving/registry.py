"""The one list of methods."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from itertools import chain

from cubesolve.methods.annealed.solver import AnnealedSolver
from cubesolve.methods.big import SIZES, big_search
from cubesolve.methods.cage import CageNxNSolver
from cubesolve.methods.fast.solver import FastSolver
from cubesolve.methods.five import FIVE
from cubesolve.methods.four import FOUR
from cubesolve.methods.layers import LayerByLayerNxNSolver
from cubesolve.methods.reduction.orchestrator import NxNSolverOrchestrator
from cubesolve.methods.reduction.reducer import BeginnerReducer
from cubesolve.methods.three.beginner import BeginnerSolver3x3
from cubesolve.methods.three.cfop import CFOP3x3
from cubesolve.methods.three.two_phase import (
    DEFAULT_NODES,
    Optimal3x3,
    TwoPhase3x3,
    two_phase_pool,
)
from cubesolve.methods.two import Beginner2x2, CFOP2x2, Optimal2x2
from cubesolve.notation import Metric
from cubesolve.protocols import (
    Limit,
    Option,
    Options,
    Phase,
    ProgressListener,
    Solver,
    Solver3x3Protocol,
    SolveStep,
)
from cubesolve.search.gluing import Finish
from cubesolve.stages.short import ShortSolver, SizeSearch
from cubesolve.words.grammar import listed
from cubesolve.words.methods import OPTIONS, SUMMARIES

_NAME = r"[a-z][a-z0-9]*(-[a-z0-9]+)*"


@dataclass(frozen=True)
class Task:
    """What a solver is made for: the size, how far a search may go in which metric, and options."""

    size: int
    metric: Metric
    limit: Limit | None
    on_progress: ProgressListener
    options: Options = field(default_factory=Options)

    @property
    def advanced_edge_parity(self) -> bool:
        """Whether the last edge is fixed by what keeps all others paired."""
        return self.options.get("advanced_edge_parity", True)


@dataclass(frozen=True)
class Method:
    """A way to solve: what it is, the sizes and steps it offers, and how to make its solver.

    One that searches shortens what is counted in one of its `metrics`, from size `only_obtm_from`
    on in the first of them, from size `slices_from` on in slice turns. `phases` are those that its
    steps may have, `options` what else it can be asked for.
    """

    name: str
    summary: str
    smallest: int
    steps: tuple[SolveStep, ...]
    make: Callable[[Task], Solver]
    largest: int | None = None
    metrics: tuple[Metric, ...] = ()
    phases: tuple[Phase, ...] = ()
    options: tuple[Option, ...] = ()
    only_obtm_from: int | None = None
    slices_from: int | None = None
    stand_in: Callable[[Task], Solver] | None = None  # answers where there was no time for `make`
    checks_from: int | None = None  # the size from which on its solver checks cubes by itself

    def __post_init__(self) -> None:
        if not re.fullmatch(_NAME, self.name) or self.name == "auto":
            raise ValueError(f"expected a name in lower case such as my-method, got {self.name!r}")
        if not self.steps or self.steps[-1] != SolveStep.ALL:
            raise ValueError(f"expected the steps of {self.name} to end with all, got {self.steps}")

    @property
    def searched(self) -> tuple[Metric, ...]:
        """The metrics that it can be asked for: those it shortens, else OBTM."""
        return self.metrics or (Metric.OBTM,)

    @property
    def offered(self) -> tuple[Metric, ...]:
        """The metrics that it can be asked for at one size or another."""
        slices = () if self.slices_from is None else _SLICES
        return tuple(dict.fromkeys((*self.searched, *slices)))

    def shortens(self, metric: Metric, size: int) -> bool:
        """Tell whether it can be asked for a metric at this size."""
        if self.counts_slices(size):
            return metric in _SLICES
        if self.only_obtm_from is not None and size >= self.only_obtm_from:
            return metric == Metric.OBTM
        return metric in self.searched

    def takes(self, metric: Metric, size: int, name: str) -> bool:
        """Tell whether it can be asked for a metric by a name: its own, or `auto`.

        Where `auto` picks what does not search, turns are counted in the metric, and that is all.
        """
        is_counted = name == "auto" and size > _FAST_ABOVE and not self.metrics
        return is_counted or self.shortens(metric, size)

    def counts_slices(self, size: int) -> bool:
        """Tell whether it shortens slice turns at this size, and others only if asked to."""
        return self.slices_from is not None and size >= self.slices_from

    def metric_at(self, size: int) -> Metric:
        """Return what it shortens at a size if nobody asks for anything else."""
        return Metric.SST if self.counts_slices(size) else Metric.OBTM

    def metrics_at(self, size: int) -> tuple[Metric, ...]:
        """Return what it can shorten at a size, its own choice first; nothing without a search."""
        if not self.metrics:
            return ()
        own = self.metric_at(size)
        return (own, *(m for m in self.offered if m != own and self.shortens(m, size)))

    def fits(self, size: int) -> bool:
        """Tell whether the method is for cubes of this size."""
        return self.smallest <= size and (self.largest is None or size <= self.largest)

    def improves(self, size: int) -> bool:
        """Tell whether it searches for ever shorter solutions of a whole cube of this size.

        What searches only after centres or edges are done has little to gain.
        """
        return bool(self.metrics) and (size <= 3 or self.steps == (SolveStep.ALL,))

    def checks_itself(self, size: int) -> bool:
        """Tell whether its solver for this size finds out by itself what cannot be solved."""
        return self.checks_from is not None and size >= self.checks_from

    def check_options(self, given: Mapping[str, object]) -> None:
        """Raise `ValueError` for options that the method has not, or that cannot be so.

        What no method has is a `TypeError`, as an argument that a function has not.
        """
        offered = {option.name: option for option in self.options}
        for name, value in given.items():
            if name not in offered:
                others = [m.name for m in SOLVERS.values() if name in m.option_names]
                if not others:
                    raise TypeError(f"no method has an option {name!r}")
                raise ValueError(f"{self.name} has no option {name}: use it with {listed(others)}")
            offered[name].check(value)

    @property
    def option_names(self) -> list[str]:
        """The names of its options."""
        return [option.name for option in self.options]


def _reduction(task: Task, solver: Solver3x3Protocol) -> Solver:
    parity = task.options.get("parity", "compute")
    reducer = BeginnerReducer(task.advanced_edge_parity, early_parity=parity == "compute")
    return NxNSolverOrchestrator(reducer, solver, parity)


def _beginner(task: Task) -> Solver:
    if task.size == 2:
        return Beginner2x2()
    return _reduction(task, BeginnerSolver3x3())


def _cfop(task: Task) -> Solver:
    if task.size == 2:
        return CFOP2x2()
    return _reduction(task, CFOP3x3())


def _two_phase(task: Task) -> Solver:
    if task.size == 2:
        return Optimal2x2(task.metric, task.on_progress)
    search = TwoPhase3x3(task.metric, task.limit, task.on_progress)
    return _reduction(task, search)


def _optimal(task: Task) -> Solver:
    if task.size == 2:
        return Optimal2x2(task.metric, task.on_progress)
    return Optimal3x3(task.metric, task.limit, task.on_progress)


def _short(task: Task) -> Solver:
    if task.size < min(_SIZE_SEARCHES):
        return _two_phase(task)
    search = _SIZE_SEARCHES.get(task.size)
    if search is None or task.metric != Metric.OBTM:
        return _annealed(task)
    beside = replace(task, limit=_beside(task.limit))
    people = [make(beside) for make in (_cage_two_phase, _fast, _two_phase, *_PEOPLE)]
    solver = ShortSolver(search, two_phase_pool, people, task.limit, task.on_progress)
    if task.size < _SLICES_FROM or search.has_room(task.limit):
        return solver
    return _annealed(task, replace(solver, only_nearby=True))


def _beside(limit: Limit | None) -> Limit | None:
    """Return how far a search goes whose answer is one of several: not far where time is short."""
    if limit is None or limit.time is None:
        return None
    return Limit(nodes=max(1, int(min(DEFAULT_NODES, limit.time * _NODES_BESIDE))))


def _annealed(task: Task, *nearby: Solver) -> Solver:
    """Return what anneals turns; other solvers are asked where a cube looks nearly solved."""
    quick = replace(task, metric=Metric.OBTM, limit=_beside(task.limit))
    others = nearby or ([_cage_two_phase(quick)] if task.size <= _FAST_ABOVE else [])
    corners = TwoPhase3x3(Metric.OBTM, None, task.on_progress)
    first = _at_once(task, _FEW_TURNS_BESIDE if nearby else _FEW_TURNS)
    return AnnealedSolver(corners, first, others, task.metric, task.limit, task.on_progress)


def _at_once(task: Task, share: float) -> FastSolver:
    """Return what answers in any time: for a share of it, it may look for a few turns."""
    search = TwoPhase3x3(Metric.OBTM, Limit(nodes=1), task.on_progress)
    limit = task.limit
    near = None if limit is None else limit.leaving((1 - share) * (limit.time or 0))
    return FastSolver(search, near=near)


def _stand_in(task: Task) -> Solver:
    return _at_once(task, _FEW_TURNS) if task.size >= _FAST_FROM else _fast(task)


def _cage(task: Task) -> Solver:
    if task.size == 2:
        return CFOP2x2()
    return CageNxNSolver(CFOP3x3(), task.advanced_edge_parity)


def _cage_two_phase(task: Task) -> Solver:
    if task.size == 2:
        return Optimal2x2(task.metric, task.on_progress)
    search = TwoPhase3x3(task.metric, task.limit, task.on_progress, Phase.CAGE)
    return CageNxNSolver(search, task.advanced_edge_parity)


def _layers(task: Task) -> Solver:
    if task.size == 2:
        return Beginner2x2()
    return LayerByLayerNxNSolver(BeginnerSolver3x3(), CFOP3x3())


def _fast(task: Task) -> Solver:
    if task.size == 2:
        return Optimal2x2(task.metric, task.on_progress)
    search = TwoPhase3x3(Metric.OBTM, Limit(nodes=1), task.on_progress)
    return FastSolver(search) if task.size >= _FAST_FROM else _reduction(task, search)


_PEOPLE = (_beginner, _cfop, _cage, _layers)


def _glued() -> dict[int, Finish]:
    """Return the phases of smaller cubes that reduce big ones, by size."""
    from cubesolve.methods.five.glued import finish_glued as as_5x5
    from cubesolve.methods.four.glued import finish_glued as as_4x4

    return {4: as_4x4, 5: as_5x5}


_BIG = tuple(big_search(size, _glued) for size in SIZES)
_SIZE_SEARCHES: dict[int, SizeSearch] = {search.size: search for search in (FOUR, FIVE, *_BIG)}


def _each_once(*groups: tuple[Phase, ...]) -> tuple[Phase, ...]:
    """Return the phases of several solvers, for different sizes, in their order."""
    return tuple(dict.fromkeys(chain(*groups)))


_REDUCED = (Phase.PARITY, Phase.CENTERS, Phase.EDGES)
_SEARCHED = (Metric.OBTM, Metric.QTM)
_SLICES = (Metric.SST, Metric.RBTM, Metric.OBTM)
_CAGE_STEPS = (SolveStep.EDGES, SolveStep.CAGE, SolveStep.CENTERS, SolveStep.ALL)
_PARITY = Option("parity", ("compute", "detect"), OPTIONS["parity"])
_ADVANCED = Option("advanced_edge_parity", (True, False), OPTIONS["advanced_edge_parity"])
_SLICES_FROM = 11  # here turns of single layers are what others count, too
_SHORT_TO = 128
_NODES_BESIDE = 1_000_000  # for each second that there is: about a tenth of it
_FEW_TURNS = 0.5  # the share of a time for few turns, before an answer of any length,
_FEW_TURNS_BESIDE = 0.1  # and where others look for them, too
_FAST_FROM = 4  # smaller sizes are solved as quickly by what is shorter
_FAST_ABOVE = 32  # up to here `short` takes about five seconds; more would keep people waiting

SOLVERS: dict[str, Method] = {
    method.name: method
    for method in (
        Method(
            "beginner",
            SUMMARIES["beginner"],
            2,
            (SolveStep.CENTERS, SolveStep.EDGES, *BeginnerSolver3x3.steps, SolveStep.ALL),
            _beginner,
            phases=_each_once(_REDUCED, BeginnerSolver3x3.phases, Beginner2x2.phases),
            options=(_PARITY, _ADVANCED),
        ),
        Method(
            "cfop",
            SUMMARIES["cfop"],
            2,
            (SolveStep.CENTERS, SolveStep.EDGES, *CFOP3x3.steps, SolveStep.ALL),
            _cfop,
            phases=_each_once(_REDUCED, CFOP3x3.phases, CFOP2x2.phases),
            options=(_PARITY, _ADVANCED),
        ),
        Method(
            "two-phase",
            SUMMARIES["two-phase"],
            2,
            (SolveStep.CENTERS, SolveStep.EDGES, SolveStep.ALL),
            _two_phase,
            metrics=_SEARCHED,
            phases=(*_REDUCED, Phase.SEARCH),
            options=(_ADVANCED,),
        ),
        Method(
            "short",
            SUMMARIES["short"],
            2,
            (SolveStep.ALL,),
            _short,
            largest=_SHORT_TO,
            metrics=_SEARCHED,
            # A cube that is nearly solved may be solved by any method of people.
            phases=_each_once(
                (*_REDUCED, Phase.SEARCH, Phase.CAGE),
                BeginnerSolver3x3.phases,
                CFOP3x3.phases,
                LayerByLayerNxNSolver.phases,
            ),
            only_obtm_from=min(_SIZE_SEARCHES),
            stand_in=_stand_in,
            slices_from=_SLICES_FROM,
        ),
        Method(
            "optimal",
            SUMMARIES["optimal"],
            2,
            (SolveStep.ALL,),
            _optimal,
            largest=3,
            metrics=_SEARCHED,
            phases=(Phase.SEARCH,),
        ),
        Method(
            "cage",
            SUMMARIES["cage"],
            2,
            _CAGE_STEPS,
            _cage,
            phases=_each_once(_REDUCED, CFOP3x3.phases, CFOP2x2.phases),
            options=(_ADVANCED,),
        ),
        Method(
            "cage-two-phase",
            SUMMARIES["cage-two-phase"],
            2,
            _CAGE_STEPS,
            _cage_two_phase,
            metrics=_SEARCHED,
            phases=(*_REDUCED, Phase.CAGE, Phase.SEARCH),
            options=(_ADVANCED,),
        ),
        Method(
            "fast",
            SUMMARIES["fast"],
            2,
            (SolveStep.ALL,),
            _fast,
            phases=(Phase.EDGES, Phase.CAGE, Phase.CENTERS, Phase.SEARCH),
            checks_from=_FAST_FROM,
        ),
        Method(
            "layers",
            SUMMARIES["layers"],
            2,
            (*LayerByLayerNxNSolver.steps, SolveStep.ALL),
            _layers,
            phases=_each_once(LayerByLayerNxNSolver.phases, Beginner2x2.phases),
        ),
    )
}


_OUR_OWN = frozenset(SOLVERS)


def register(method: Method) -> Method:
    """Add a method of your own to `SOLVERS`: `solve`, `iter_solutions` and the commands take it.

    >>> mine = Method("mine", "edges and corners by CFOP", 3, (SolveStep.ALL,), _cage)
    >>> register(mine) is SOLVERS["mine"]
    True
    >>> unregister("mine")

    Raises `ValueError` if the name is taken.
    """
    if not isinstance(method, Method):
        raise TypeError(f"expected a Method, got {method!r}")
    if method.name in SOLVERS:
        raise ValueError(f"there is already a method {method.name}")
    SOLVERS[method.name] = method
    return method


def unregister(name: str) -> None:
    """Take a method out again that was added by `register`; raise `ValueError` for any other."""
    if name not in SOLVERS or name in _OUR_OWN:
        raise ValueError(f"expected the name of a registered method, got {name!r}")
    del SOLVERS[name]


def find_method(
    name: str,
    size: int,
    step: SolveStep = SolveStep.ALL,
    options: Collection[str] = (),
    metric: Metric | None = None,
    limit: Limit | float | None = None,
) -> Method:
    """Return the method with this name.

    `auto` picks one that is short and quick, and has the step, the options and the metric. Above
    size 32 none is both: it searches if it is given time, and else counts in any metric.
    """
    if name == "auto":
        given = Limit.of(limit)
        preferred = _preferred(size, step, given is not None and given.time is not None)
        offering = (
            each
            for each in (*preferred, *SOLVERS)
            if step.kind in SOLVERS[each].steps
            and set(options) <= set(SOLVERS[each].option_names)
            and (metric in (None, Metric.OBTM) or SOLVERS[each].takes(metric, size, "auto"))
            and SOLVERS[each].fits(size)
        )
        name = next(offering, preferred[0])
    if name not in SOLVERS:
        raise ValueError(f"expected one of the methods auto, {', '.join(SOLVERS)}; got {name!r}")
    return SOLVERS[name]


def _preferred(size: int, step: SolveStep, has_time: bool) -> tuple[str, ...]:
    """Return what `auto` would like best."""
    if size == 2:
        return ("optimal",)
    if step != SolveStep.ALL or size < min(_SIZE_SEARCHES):
        return ("two-phase",)
    if size > _FAST_ABOVE:
        return ("short", "fast") if has_time else ("fast",)
    return ("short", "two-phase")
