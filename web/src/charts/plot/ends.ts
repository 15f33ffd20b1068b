import type { Layout } from './layout'
import type { Series } from './series'

/** Width of a character, and of a chart that has room for names beside its lines, in pixels. */
const CHARACTER = 6.5
const ROOMY = 640
/** Longer names are truncated; the tooltip has them in full. */
const LONGEST = 20
/** Between the end of a line and its name, with the mark that has its color. */
const GAP = 24
/** Height of a line of text. */
const LINE = 15

/** The name of a line beside its end. */
type End = { text: string; color: string; y: number }

/** Returns the width in pixels that the names of the lines need; 0 on a narrow screen, where a legend names the lines. */
export function endsRoom(series: Series[], width: number): number {
  if (width < ROOMY || series.length < 2) return 0
  return Math.max(...series.map(({ name }) => shortened(name).length)) * CHARACTER + GAP
}

/** Places the names of the lines as near to their last values as they fit. */
export function endsOf({ bands, width, height, margin }: Layout): End[] {
  return bands.flatMap(({ series, scale, top, bottom }) => {
    if (endsRoom(series, width) === 0) return []
    const known = series.flatMap(({ name, color, points }) => {
      const last = points.findLast(({ value }) => value !== null)?.value
      return last == null ? [] : [{ text: shortened(name), color, y: scale.place(last) }]
    })
    const spaced = spread(
      known.map(({ y }) => y),
      top,
      Math.min(bottom, height - margin.bottom),
    )
    return known.map(({ text, color, y }, index) => ({ text, color, y: spaced[index] ?? y }))
  })
}

/** Moves places apart by at least the height of a line, within a range that has room for them; their order stays. */
export function spread(places: number[], top: number, bottom: number): number[] {
  const order = places.map((_, index) => index).toSorted((a, b) => (places[a] ?? 0) - (places[b] ?? 0))
  const moved = [...places]
  let free = top
  for (const index of order) {
    moved[index] = Math.max(moved[index] ?? 0, free)
    free = (moved[index] ?? 0) + LINE
  }
  free = bottom
  for (const index of order.toReversed()) {
    moved[index] = Math.min(moved[index] ?? 0, free)
    free = (moved[index] ?? 0) - LINE
  }
  return moved
}

function shortened(name: string): string {
  return name.length > LONGEST ? `${name.slice(0, LONGEST - 1)}…` : name
}
