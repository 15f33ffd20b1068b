/** Height of a drawing in pixels, of one series and of several below each other. */
export const PLOT_HEIGHT = { one: 220, several: 308 } as const
/** What is below a drawing while the table is closed. */
export const TABLE_HEIGHT = 34
