/** Height of a chart in pixels, with one series and with several stacked ones. */
export const PLOT_HEIGHT = { one: 220, several: 308 } as const
/** Height of the content below a chart while the table is closed. */
export const TABLE_HEIGHT = 34
