/** Height of a drawing in pixels. */
export const PLOT_HEIGHT = 220
/** A drawing and what is below it while the table is closed: kept free until the drawing is there. */
export const CHART_HEIGHT = PLOT_HEIGHT + 34
