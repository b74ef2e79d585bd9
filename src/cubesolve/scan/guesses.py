"""First guesses: which readings share a colour, before light and laws are known."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations

import numpy as np
import numpy.typing as npt

from cubesolve.model.colors import DEFAULT_SCHEME
from cubesolve.model.geometry import N_FACES
from cubesolve.scan.laws import assign
from cubesolve.scan.oklab import Floats
from cubesolve.scan.possible import Laws
from cubesolve.scan.shades import Seen, lit_palette, under_light

Labels = npt.NDArray[np.intp]

_BURNT = 235.0  # a channel above may have been any brighter
_OTHER = 1e3  # what a colour costs that a reading should not have


class Guesses:
    """Labels of readings to begin with: six groups, as many of each in every orbit."""

    def __init__(self, laws: Laws, seen: Seen) -> None:
        self.laws = laws
        self.seen = seen
        self.known: set[bytes] = set()
        self.usual = np.array([color.rgb for color in DEFAULT_SCHEME.colors], dtype=np.float64)

    def all(self) -> Iterator[Labels]:
        """Yield guesses by six colours in several spaces, and by the usual six under light."""
        lab = self.seen.features()
        spaces = (_as_seen, _without_shade, _hue, _rim)
        for space in spaces if self.seen.rims is not None else spaces[:3]:
            for seeds in self._seeds(lab, space):
                yield from self._new(self._clusters(space(lab), seeds))
        palette = lit_palette(self.usual)
        yield from self._new(self._equal_counts(under_light(self.seen.rgb, palette)))

    def under(self, labels: Labels) -> Iterator[Labels]:
        """Yield a guess by the colours that these labels have, under light of each face."""
        palette = lit_palette(self.seen.rgb, labels)
        yield from self._new(self._equal_counts(under_light(self.seen.rgb, palette)))

    def within_faces(self, labels: Labels) -> Iterator[Labels]:
        """Yield guesses in which two burnt-out colours are told apart by rims, on each face alone.

        Each face has a tint of its own, and on burnt-out stickers it looks like a colour.
        """
        if self.seen.rims is None:
            return
        rgb, hues = self.seen.rgb.reshape(-1, 3), self.seen.features()[:, 3:]
        burnt = [
            color
            for color in range(N_FACES)
            if np.sum(np.median(rgb[labels == color], axis=0) > _BURNT) > 1
        ]
        faces = np.repeat(np.arange(N_FACES), len(rgb) // N_FACES)
        for one, two in combinations(burnt, 2):
            both = np.isin(labels, (one, two))
            own = np.zeros_like(hues)
            for face in np.unique(faces[both]):
                here = both & (faces == face)
                own[here] = hues[here] - hues[here].mean(axis=0)
            along = own @ np.linalg.svd(own[both], full_matrices=False)[2][0]
            costs = np.where(np.arange(N_FACES) == labels[:, None], 0.0, _OTHER)
            costs[both, one], costs[both, two] = along[both], -along[both]
            yield from self._new(self._equal_counts(costs))

    def _new(self, labels: Labels) -> Iterator[Labels]:
        """Yield labels that were not guessed before."""
        key = partition(labels)
        if key not in self.known:
            self.known.add(key)
            yield labels

    def _seeds(self, lab: Floats, space: Callable[[Floats], Floats]) -> list[Floats]:
        """Return six colours to begin with: the middles, the usual six, or six far apart."""
        usual = Seen(self.usual, None if self.seen.rims is None else self.usual).features()
        usual[:, :3] *= np.percentile(lab[:, 0], 95) / usual[:, 0].max()
        if len(self.laws.middles):
            return [space(lab[self.laws.middles]), space(usual)]
        return [space(usual), _far_apart(space(lab))]

    def _clusters(self, lab: Floats, seeds: Floats) -> Labels:
        """Return labels with equal counts in every orbit, by repeated assignment."""
        labels = np.zeros(len(lab), dtype=np.intp)
        for _ in range(12):
            away = np.sum((lab[:, None] - seeds[None]) ** 2, axis=2)
            new = self._equal_counts(away)
            if np.array_equal(new, labels):
                break
            labels = new
            seeds = np.stack([np.median(lab[labels == c], axis=0) for c in range(N_FACES)])
        return labels

    def _equal_counts(self, costs: Floats) -> Labels:
        labels = np.zeros(len(costs), dtype=np.intp)
        groups = [self.laws.corner_slots.ravel(), self.laws.midge_slots.ravel(), self.laws.middles]
        groups += [slots.ravel() for slots in self.laws.wing_slots]
        groups += self.laws.center_slots
        for slots in groups:
            if len(slots):
                columns = np.repeat(np.arange(N_FACES), len(slots) // N_FACES)
                labels[slots] = columns[assign(costs[slots][:, columns])[1]]
        return labels


def partition(labels: Labels) -> bytes:
    """Return what says which readings share a colour, whatever the colours are called."""
    _, first = np.unique(labels, return_index=True)
    return np.asarray(first[labels], dtype=np.int32).tobytes()


def _as_seen(lab: Floats) -> Floats:
    return lab


def _without_shade(lab: Floats) -> Floats:
    weighted: Floats = lab * np.array([0.35, 1, 1, 1, 1])[: lab.shape[1]]
    return weighted


def _hue(lab: Floats) -> Floats:
    """Return what stays where the light only grows or falls."""
    light = np.maximum(lab[:, :1], 5.0)
    return np.hstack([0.15 * lab[:, :1], 60 * lab[:, 1:3] / light, lab[:, 3:]])


def _rim(lab: Floats) -> Floats:
    """Return what burnt-out stickers differ in."""
    weighted: Floats = lab * np.array([0.2, 0.3, 0.3, 2, 2])
    return weighted


def _far_apart(lab: Floats) -> Floats:
    """Return six readings far from each other, the first the one farthest from the mean."""
    chosen = [int(np.argmax(np.sum((lab - lab.mean(axis=0)) ** 2, axis=1)))]
    while len(chosen) < N_FACES:
        away = np.sum((lab[:, None] - lab[chosen][None]) ** 2, axis=2).min(axis=1)
        chosen.append(int(np.argmax(away)))
    seeds: Floats = lab[chosen]
    return seeds
