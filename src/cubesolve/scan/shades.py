"""Colours as people see them: readings in OKLab, the light on each face, and six clusters.

Where hard light burns the middle of a sticker out to white, its rim, where it fades into the
plastic, still has its hue: two more numbers beside the three of OKLab. The light on a face is a
factor for each channel and a slope across the face; it is learnt together with the six colours.
Whether a channel bends before its end or is cut off there is not known: both are tried.
Distances are Student's, so that one glare does not pull a colour away.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from itertools import product
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from cubesolve.model.geometry import N_FACES
from cubesolve.scan.cut_off import N_KINDS, fill_in
from cubesolve.scan.oklab import Floats, to_linear, to_oklab

_FREEDOM = 5.0  # of Student's distribution: how heavy its tails are
_FLOOR = 0.35  # a spread that every reading has, in hundredths of OKLab
_SHARED = 1.5  # how many readings the common spread counts as, beside a colour's own
_DARK = 0.02  # added to linear light before logarithms, so that black is not infinitely far
_CLIPPED = 250.0  # a channel that bright says nothing about the light
_KNEE = 70.0  # below that end a channel begins to bend
_END = 254.0  # a channel's end
_TRUST = np.array([1.0, 1.0, 0.8, 0.5])  # by how many channels are at their end
_N_COLORS = 6
_LIGHT_ROUNDS = 5
_RIM_TINT = 0.8  # how far rims of faces differ in tint when the light is taken out
_RIM_STRAY = 0.5  # a spread that rims of a colour have on each face
_RIM_FLOOR = 0.9  # a spread that every rim has, in hundredths of OKLab
_STARTS = (-1.2, -0.8, -0.4, 0.0, 0.4)  # logarithms of a face's light, to begin with
_STRAY = 6.0  # how far readings are from colours that are known, in hundredths of OKLab
_RIM_WEIGHT = 0.5  # of a rim's hue: it fades into plastic, which has a hue of its own


def may_be_cut(rgb: Floats) -> bool:
    """Whether some channel is so near its end that it matters how channels end."""
    return bool(rgb.max() > _CLIPPED - _KNEE)


class Ends(Enum):
    """How a channel comes to its end."""

    SOFT = auto()  # it bends before: near its end it hardly grows with the light any more
    HARD = auto()  # it grows with the light and is cut off: at its end it may be any more


class Seen(NamedTuple):
    """Readings of six faces (6, N, N, RGB), and of their stickers' rims if these are known."""

    rgb: Floats
    rims: Floats | None

    def features(self, light: Floats | None = None) -> Floats:
        """Return OKLab of the readings, and of rims only the hue, with the light taken out."""
        linear = to_linear(self.rgb.reshape(-1, 3))
        lab = to_oklab(linear if light is None else linear / light)
        if self.rims is None:
            return lab
        rims = to_linear(self.rims.reshape(-1, 3)) + 1e-4
        if light is not None:
            rims = rims / light
        hues = to_oklab(rims / rims.max(axis=1, keepdims=True))[:, 1:]
        return np.hstack([lab, _RIM_WEIGHT * hues])


@dataclass(frozen=True)
class Shades:
    """Six colours: means and spreads of their features, and what the light leaves of each reading.

    There are three features, OKLab, or five with those of the rims.
    """

    means: Floats  # (6, features)
    spreads: Floats  # (kind, 6, features, features), inverse covariances
    log_sizes: Floats  # (kind, 6), logarithms of the determinants of the covariances
    kinds: npt.NDArray[np.intp]  # (n,), which channels of the readings are cut off
    lab: Floats  # (n, features), the readings with the light taken out
    burnt: Floats | None  # (n, 6, features), what burnt-out readings may be if they are a colour
    trust: Floats  # (n,), below 1 where channels are at their end and colours look alike
    strange: float  # how improbable the light on the faces is, in nats

    def costs(self) -> Floats:
        """Return how improbable each colour is for each reading, in nats; the best is not 0."""
        lab = self.lab[:, None, :] if self.burnt is None else self.burnt
        away = lab - self.means[None]
        squared = np.einsum("nci,ncij,ncj->nc", away, self.spreads[self.kinds], away)
        tails = (_FREEDOM + away.shape[2]) / 2 * np.log1p(squared / _FREEDOM)
        costs = tails + self.log_sizes[self.kinds] / 2
        least = costs.min(axis=1, keepdims=True)
        trusted: Floats = least + (costs - least) * self.trust[:, None]
        return trusted


def fit_shades(seen: Seen, labels: npt.NDArray[np.intp], ends: Ends | None) -> Shades:
    """Return the six colours of readings whose labels are believed.

    `ends` says how to take the light out; None leaves it in.
    """
    light, strange = (None, 0.0) if ends is None else _light(seen.rgb, labels, ends)
    lab = seen.features(light)
    if light is not None and seen.rims is not None:
        tints, unlikely = _rim_tints(lab[:, 3:], labels)
        lab[:, 3:] -= tints
        strange += unlikely
    burnt, cut_off = None, None
    if light is not None:
        rgb = seen.rgb.reshape(-1, 3)
        cut_off = fill_in(to_linear(rgb) / light, rgb >= _END, labels)
        burnt = np.repeat(lab[:, None], _N_COLORS, axis=1)
        burnt[..., :3] = to_oklab(cut_off.wanted)
        lab = burnt[np.arange(len(lab)), labels]
    means = np.stack([_middle(lab[labels == color]) for color in range(_N_COLORS)])
    spreads = _spreads(lab - means[labels], labels)[None]
    kinds = np.zeros(len(lab), dtype=np.intp)
    if cut_off is not None:
        kinds, spreads = cut_off.kinds, np.repeat(spreads, N_KINDS, axis=0)
        for kind, channel in product(range(N_KINDS), range(3)):
            if not kind >> channel & 1:
                spreads[kind, :, :3, :3] += cut_off.open[:, channel]
    sizes = np.linalg.slogdet(spreads)[1]
    at_end = np.sum(seen.rgb.reshape(-1, 3) >= _END, axis=1)
    trust = _TRUST[at_end] if seen.rims is None else np.ones(len(lab))
    inverses = np.asarray(np.linalg.inv(spreads), dtype=np.float64)
    return Shades(means, inverses, sizes, kinds, lab, burnt, trust, strange)


def _rim_tints(hues: Floats, labels: npt.NDArray[np.intp]) -> tuple[Floats, float]:
    """Return what the rims of each face have in common beside their colours, drawn towards nothing.

    The light of a face is learnt from whole stickers; burnt-out ones say little of its tint, and
    their rims more. The second is how improbable such tints are, in nats.
    """
    tints = np.zeros((N_FACES, 1, hues.shape[1]))
    by_face = hues.reshape(N_FACES, -1, hues.shape[1])
    for _ in range(_LIGHT_ROUNDS):
        flat = (by_face - tints).reshape(hues.shape)
        means, weights = np.zeros((_N_COLORS, hues.shape[1])), np.zeros((_N_COLORS, 1))
        for color in range(_N_COLORS):
            own = flat[labels == color]
            means[color] = np.median(own, axis=0)
            weights[color] = 1 / (np.mean((own - means[color]) ** 2) + _RIM_STRAY**2)
        away = (hues - means[labels]).reshape(by_face.shape)
        weight = weights[labels].reshape(*by_face.shape[:2], 1)
        total = np.sum(weight * away, axis=1, keepdims=True)
        tints = total / (weight.sum(axis=1, keepdims=True) + _RIM_TINT**-2)
    per_reading = np.broadcast_to(tints, by_face.shape).reshape(hues.shape)
    return per_reading, float(np.sum(tints**2)) / (2 * _RIM_TINT**2)


def _spreads(away: Floats, labels: npt.NDArray[np.intp]) -> Floats:
    """Return how readings stray from their colours: covariances (6, features, features)."""
    # A reading far off is a wrong label or a glare: it must not widen its colour.
    reach = 3 * np.sqrt(np.median(np.sum(away**2, axis=1))) + 3 * _FLOOR
    away = away * np.minimum(1, reach / np.maximum(np.linalg.norm(away, axis=1), 1e-9))[:, None]
    floors = np.array([_FLOOR] * 3 + [_RIM_FLOOR] * 2)[: away.shape[1]]
    common = away.T @ away / len(away)
    spreads = []
    for color in range(_N_COLORS):
        own = away[labels == color]
        spread = (own.T @ own + _SHARED * common) / (len(own) + _SHARED)
        spreads.append(spread + np.diag(floors**2))
    return np.stack(spreads)


def _middle(lab: Floats) -> Floats:
    """Return a mean that leans on the readings that agree."""
    middle: Floats = np.median(lab, axis=0)
    for _ in range(5):
        far = np.sum((lab - middle) ** 2, axis=1)
        weight = 1 / (far + np.median(far) + _FLOOR**2)
        middle = weight @ lab / weight.sum()
    return middle


def _light(rgb: Floats, labels: npt.NDArray[np.intp], ends: Ends) -> tuple[Floats, float]:
    """Return the light on each reading: a factor for each channel of a face, and a slope.

    The second is how improbable such light is, in nats.
    """
    size, rgb = rgb.shape[1], rgb.reshape(-1, 3)
    seen = np.log(to_linear(rgb) + _DARK)
    soft = np.clip((_CLIPPED - rgb) / _KNEE, 0, 1)
    believed = soft if ends is Ends.SOFT else (rgb < _END).astype(np.float64)
    total = np.zeros_like(seen)
    for _ in range(_LIGHT_ROUNDS):
        flat = seen - total
        colors = np.zeros((_N_COLORS, 3))
        for color in range(_N_COLORS):
            own, weight = flat[labels == color], believed[labels == color] + 1e-3
            colors[color] = np.sum(own * weight, axis=0) / weight.sum(axis=0)
        excess = seen - colors[labels]
        # A channel that was cut off tells that the light is no less than what leads there.
        is_short = (ends is Ends.HARD) & (rgb >= _END) & (excess > total)
        total, strange = _smooth_light(excess, np.where(is_short, 1.0, believed), size)
    light: Floats = np.exp(total * soft if ends is Ends.SOFT else total)
    return light, float(strange.sum())


def _smooth_light(excess: Floats, believed: Floats, size: int) -> tuple[Floats, Floats]:
    """Return the part of the excess that light explains, drawn towards none.

    The second is how improbable the light on each face is, in nats.
    """
    steps = (np.arange(size) - (size - 1) / 2) / size
    down, right = (axis.ravel() for axis in np.meshgrid(steps, steps, indexing="ij"))
    per_channel = np.tile(np.eye(3), (size * size, 1))
    slopes = np.repeat(np.stack([down, right], axis=1), 3, axis=0)
    design = np.hstack([per_channel, slopes])
    precision = np.linalg.inv(_light_prior())
    area = size * size
    light, strange = [], []
    for face in range(len(excess) // area):
        own = slice(face * area, (face + 1) * area)
        y, w = excess[own].ravel(), believed[own].ravel() / 0.15**2
        found = np.linalg.solve((design * w[:, None]).T @ design + precision, design.T @ (w * y))
        light.append((design @ found).reshape(-1, 3))
        strange.append(found @ precision @ found / 2)
    return np.concatenate(light), np.array(strange)


def _light_prior() -> Floats:
    """Return how the light of faces varies: three channels, and a slope down and to the right.

    One reading's logarithm strays by 0.15; a face's light by 0.5, its tint by 0.15, its slope by
    0.8.
    """
    prior = np.zeros((5, 5))
    prior[:3, :3] = 0.15**2 * np.eye(3) + 0.5**2 * np.ones((3, 3))
    prior[3:, 3:] = 0.8**2 * np.eye(2)
    return prior


def lit_palette(rgb: Floats, labels: npt.NDArray[np.intp] | None = None) -> Floats:
    """Return logarithms of linear light (6, 3): of six colours, or of readings of so many."""
    seen = np.log(to_linear(rgb.reshape(-1, 3)) + _DARK)
    if labels is None:
        return seen
    seen = seen - np.log(_light(rgb, labels, Ends.SOFT)[0])
    return np.stack([np.median(seen[labels == color], axis=0) for color in range(_N_COLORS)])


def under_light(rgb: Floats, palette: Floats) -> Floats:
    """Return (reading, colour): how far readings are from known colours in the light of their face.

    The light is what fits the face best, from several beginnings; the brightest reading of all
    tells how bright the whole is.
    """
    size, area = rgb.shape[1], rgb.shape[1] ** 2
    seen = np.log(to_linear(rgb.reshape(-1, 3)) + _DARK)
    seen = seen - np.percentile(seen.max(axis=1), 95) + palette.max()
    believed = np.clip((_CLIPPED - rgb.reshape(-1, 3)) / _KNEE, 0.1, 1)
    colors = to_oklab(np.exp(palette))
    best = np.full(len(rgb), np.inf)
    found = np.zeros((len(seen), _N_COLORS))
    for start in _STARTS:
        light = np.full_like(seen, start)
        for _ in range(6):
            away = to_oklab(np.exp(seen - light))[:, None] - colors
            far = np.sum(away**2, axis=2)
            nearest = far.argmin(axis=1)
            light, strange = _smooth_light(seen - palette[nearest], believed, size)
        misfit = np.minimum(far.min(axis=1) / _STRAY**2, 9).reshape(-1, area).sum(axis=1)
        worth = misfit + 2 * strange
        better = np.repeat(worth < best, area)
        found[better] = far[better]
        best = np.minimum(best, worth)
    return found
