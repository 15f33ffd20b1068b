"""Draws lines into an SVG file, on plain or logarithmic axes."""

from html import escape
from math import log10

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 960, 480, 70, 260, 40, 50
COLORS = ["#1b6ca8", "#c2410c", "#15803d", "#7c3aed", "#b91c1c", "#0f766e", "#a16207", "#475569"]


def ticks(low, high, is_log):
    if is_log:
        return [10.0**power for power in range(round(log10(low)), round(log10(high)) + 1)]
    step = 10 ** int(log10(max(high - low, 1e-9)))
    step = next(step * part for part in (0.1, 0.2, 0.5, 1, 2) if (high - low) / (step * part) <= 8)
    return [low + step * n for n in range(int((high - low) / step) + 1)]


def lines(file, title, x_label, y_label, series, is_log=False):
    """Writes a plot. `series` maps a name to its points (x, y); with `is_log`, both axes are logarithmic."""
    xs = [x for points in series.values() for x, _ in points]
    ys = [y for points in series.values() for _, y in points]
    scale = log10 if is_log else float
    if is_log:
        ys = [10.0 ** int(log10(min(ys)) - 1), 10.0 ** int(log10(max(ys)) + 1)]
    else:
        ys = [0, max(ys) * 1.05 or 1]
    ends = [(scale(min(values)), scale(max(values))) for values in (xs, ys)]

    def at(x, y):
        (left, right), (bottom, top) = ends
        across = (scale(x) - left) / ((right - left) or 1)
        up = (scale(y) - bottom) / ((top - bottom) or 1)
        return LEFT + across * (WIDTH - LEFT - RIGHT), HEIGHT - BOTTOM - up * (HEIGHT - TOP - BOTTOM)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="12">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/><text x="{LEFT}" y="24" font-size="15">{escape(title)}</text>',
    ]
    for y in ticks(*ys, is_log):
        _, down = at(xs[0], y)
        parts.append(f'<path d="M{LEFT} {down:.1f}H{WIDTH - RIGHT}" stroke="#ddd"/>')
        parts.append(f'<text x="{LEFT - 8}" y="{down + 4:.1f}" text-anchor="end">{y:,.10g}</text>')
    for x in sorted(set(xs)) if is_log else ticks(min(xs), max(xs), False):
        across, _ = at(x, ys[0])
        parts.append(f'<text x="{across:.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{x:,.10g}</text>')
    parts.append(f'<text x="{(LEFT + WIDTH - RIGHT) / 2}" y="{HEIGHT - 10}" text-anchor="middle">{escape(x_label)}</text>')
    parts.append(f'<text transform="translate(16 {HEIGHT / 2}) rotate(-90)" text-anchor="middle">{escape(y_label)}</text>')
    for place, (name, points) in enumerate(series.items()):
        color, dash = COLORS[place % len(COLORS)], "" if place < len(COLORS) else ' stroke-dasharray="5 3"'
        path = " ".join(f"{across:.1f},{down:.1f}" for across, down in (at(*point) for point in points))
        down = TOP + 6 + place * 17
        parts.append(f'<polyline points="{path}" fill="none" stroke="{color}" stroke-width="2"{dash}/>')
        parts.append(f'<path d="M{WIDTH - RIGHT + 12} {down}h18" stroke="{color}" stroke-width="2"{dash}/>')
        parts.append(f'<text x="{WIDTH - RIGHT + 36}" y="{down + 4}">{escape(name)}</text>')
    file.write_text("\n".join([*parts, "</svg>\n"]))
