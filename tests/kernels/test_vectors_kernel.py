"""What the processor can do is asked once, and the asking is not interrupted."""

import signal
from collections.abc import Iterator

import pytest
from kernel_cubes import COMPILER_OFF
from llvmlite import binding

from cubesolve.kernels import vectors

pytestmark = pytest.mark.skipif(COMPILER_OFF, reason="nothing is asked")


@pytest.fixture(autouse=True)
def not_asked_yet() -> Iterator[None]:
    vectors._closes_up.cache_clear()
    yield
    vectors._closes_up.cache_clear()


def test_ctrl_c_waits_for_the_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    done = []

    def features() -> dict[str, bool]:
        signal.raise_signal(signal.SIGINT)
        done.append("all of it")
        return {"avx512f": True}

    monkeypatch.setattr(binding, "get_host_cpu_features", features)
    with pytest.raises(KeyboardInterrupt):
        vectors.are_there()
    assert done == ["all of it"]


def test_it_is_asked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def features() -> dict[str, bool]:
        asked.append(1)
        return {"avx512f": False}

    monkeypatch.setattr(binding, "get_host_cpu_features", features)
    assert not vectors.are_there()
    assert not vectors.are_there()
    assert asked == [1]


def test_a_processor_that_llvm_does_not_know(monkeypatch: pytest.MonkeyPatch) -> None:
    def features() -> dict[str, bool]:
        raise RuntimeError("failed to get host cpu features.")

    monkeypatch.setattr(binding, "get_host_cpu_features", features)
    assert not vectors.are_there()
