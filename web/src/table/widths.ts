type Sized = { width?: number }

/** Total width of all columns in pixels; `undefined` if any width is unknown. */
export function widthOf(columns: readonly Sized[]): number | undefined {
  return columns.reduce<number | undefined>(
    (sum, { width }) => (sum === undefined || width === undefined ? undefined : sum + width),
    0,
  )
}
