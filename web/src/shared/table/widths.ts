type Sized = { width?: number }

/** What all columns need together, in pixels; `undefined` when it is not known of all of them. */
export function widthOf(columns: readonly Sized[]): number | undefined {
  return columns.reduce<number | undefined>(
    (sum, { width }) => (sum === undefined || width === undefined ? undefined : sum + width),
    0,
  )
}
