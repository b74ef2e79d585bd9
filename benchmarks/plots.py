"""Pictures of length against time."""

from __future__ import annotations

from math import floor, log10

#: Seconds and mean lengths, by the name of a program.
Curves = dict[str, tuple[tuple[float, float], ...]]
COLORS = ("#0051ba", "#c41e3a", "#009e60", "#ff8c00")


def plot(curves: Curves, title: str) -> str:
    """Return a picture of length against time, which grows by factors."""
    times, lengths = zip(*(point for points in curves.values() for point in points), strict=True)
    first, last = floor(log10(min(times))), log10(max(times)) + 0.3
    least, most = floor(min(lengths)), floor(max(lengths)) + 1

    def at(time: float, length: float) -> tuple[float, float]:
        across = (log10(time) - first) / (last - first)
        return 60 + 480 * across, 30 + 250 * (most - length) / (most - least)

    lines = [
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 680 330"',
        ' font-family="sans-serif" font-size="12"><rect width="680" height="330" fill="white"/>',
        f'<text x="60" y="18">{title}</text>',
    ]
    for power in range(first, floor(last) + 1):
        x, _ = at(10.0**power, most)
        lines.append(f'<path d="M{x:.0f} 30V280" stroke="#ddd"/>')
        lines.append(f'<text x="{x:.0f}" y="298" text-anchor="middle">{10.0**power:g} s</text>')
    for length in range(least, most + 1):
        _, y = at(1, length)
        lines.append(f'<path d="M60 {y:.0f}H600" stroke="#ddd"/>')
        lines.append(f'<text x="52" y="{y + 4:.0f}" text-anchor="end">{length}</text>')
    for (name, points), color in zip(curves.items(), COLORS, strict=False):
        spots = [at(*point) for point in points]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in spots)
        lines.append(f'<polyline points="{path}" fill="none" stroke="{color}" stroke-width="2"/>')
        lines += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{color}"/>' for x, y in spots]
        x, y = spots[0]
        lines.append(f'<text x="{x + 6:.1f}" y="{y - 6:.1f}" fill="{color}">{name}</text>')
    return "\n".join([*lines, "</svg>"]) + "\n"
