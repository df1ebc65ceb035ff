"""Draws the rows of a measurement as an SVG: cpu seconds over size, both logarithmic, one line for each kind of work."""

import math

WIDTH, HEIGHT, LEFT, TOP, LEGEND = 900, 560, 70, 30, 190
COLOURS = ["#1b6ca8", "#c0392b", "#27803b", "#8e44ad", "#b9770e", "#117a8b", "#7b241c", "#4d5656", "#d35400", "#2e4053", "#6c7a00", "#a0527c"]


def curves(rows):
    rows = [row for row in rows if row["size"] > 1]
    if not rows:
        return f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}"/>\n'
    across = scale([row["size"] for row in rows], LEFT, WIDTH - LEGEND)
    up = scale([row["seconds"] for row in rows], HEIGHT - 40, TOP)
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" font-family="sans-serif" font-size="12">']
    parts.append(f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>')
    for power in powers([row["size"] for row in rows]):
        at = across(10.0**power)
        parts.append(f'<line x1="{at:.1f}" y1="{TOP}" x2="{at:.1f}" y2="{HEIGHT - 40}" stroke="#ddd"/>')
        parts.append(f'<text x="{at:.1f}" y="{HEIGHT - 22}" text-anchor="middle">{10**power:,}</text>')
    for power in powers([row["seconds"] for row in rows]):
        at = up(10.0**power)
        parts.append(f'<line x1="{LEFT}" y1="{at:.1f}" x2="{WIDTH - LEGEND}" y2="{at:.1f}" stroke="#ddd"/>')
        parts.append(f'<text x="{LEFT - 8}" y="{at + 4:.1f}" text-anchor="end">{10.0**power:g} s</text>')
    for number, name in enumerate(dict.fromkeys(row["work"] for row in rows)):
        colour = COLOURS[number % len(COLOURS)]
        points = " ".join(f"{across(row['size']):.1f},{up(row['seconds']):.1f}" for row in rows if row["work"] == name)
        parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts.append(f'<text x="{WIDTH - LEGEND + 20}" y="{TOP + 18 * number + 12}" fill="{colour}">{name}</text>')
    parts.append(f'<text x="{LEFT}" y="{HEIGHT - 6}">cpu seconds over the size of the policy</text></svg>')
    return "\n".join(parts) + "\n"


def scale(values, first, last):
    """A function from a value to its place between two."""
    low, high = math.log10(min(values)), math.log10(max(values))
    width = (high - low) or 1
    return lambda value: first + (math.log10(value) - low) / width * (last - first)


def powers(values):
    """The powers of ten between the least and the greatest value."""
    return range(math.ceil(math.log10(min(values))), math.floor(math.log10(max(values))) + 1)
