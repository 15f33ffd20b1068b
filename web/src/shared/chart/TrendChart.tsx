import { PlotTable } from './PlotTable'
import type { Point } from './point'
import { TrendPlot, type Shape } from './TrendPlot'

type Props = {
  /** What is shown, for those who do not see it. */
  label: string
  points: Point[]
  shape: Shape
  color: string
  /** What a value counts: `views`, `views gained`. */
  unit: string
}

/** Values in time as a drawing, and the same numbers as a table. */
export function TrendChart({ label, points, shape, color, unit }: Props) {
  return (
    <>
      <TrendPlot label={label} points={points} shape={shape} color={color} unit={unit} />
      <PlotTable label={label} points={points} unit={unit} />
    </>
  )
}
