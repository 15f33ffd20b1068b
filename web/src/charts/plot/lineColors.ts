import './lineColors.css'

/** Returns the color of a line by its position, from 0 to 5. */
export const lineColor = (position: number) => `var(--cm-line-${position + 1})`
