/** Maps values linearly to screen positions. */
export type Scale = { place: (value: number) => number; ticks: number[] }

/** Number of lines that a small chart can show without clutter. */
const TICKS = 4

/** Returns round numbers that cover a range, including both ends: `[0, 250, 500, 750]` for 3 to 612. */
export function niceTicks(low: number, high: number, count = TICKS): number[] {
  const step = niceStep((high - low) / count || 1)
  const first = Math.floor(low / step)
  const last = Math.max(Math.ceil(high / step), first + 1)
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step)
}

/** Returns a scale over round numbers, from `start` to `end` on the screen. */
export function linearScale(values: number[], start: number, end: number): Scale {
  const ticks = niceTicks(Math.min(...values), Math.max(...values))
  const low = ticks[0] ?? 0
  const high = ticks.at(-1) ?? 1
  return { place: (value) => start + ((value - low) / (high - low)) * (end - start), ticks }
}

/** Rounds up to 1, 2 or 5 times a power of ten, at least 1, since counts are whole numbers. */
function niceStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough))
  const step =
    [1, 2, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= rough) ?? 10 * power
  return Math.max(1, step)
}

/** Returns the indices of the points whose labels fit, always including the last. */
export function labeledPoints(count: number, width: number, labelWidth: number): number[] {
  const every = Math.max(1, Math.ceil((count * labelWidth) / Math.max(width, labelWidth)))
  return Array.from({ length: count }, (_, index) => index).filter(
    (index) => (count - 1 - index) % every === 0,
  )
}
