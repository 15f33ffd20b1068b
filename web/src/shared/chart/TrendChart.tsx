import { PlotTable } from './PlotTable'
import type { Drawn } from './series'
import { TrendPlot, type Shape } from './TrendPlot'

export type TrendChartProps = Drawn & { shape: Shape }

/** Values in time as a drawing, and the same numbers as a table. */
export function TrendChart({ shape, ...drawn }: TrendChartProps) {
  return (
    <>
      <TrendPlot drawn={drawn} shape={shape} />
      <PlotTable drawn={drawn} />
    </>
  )
}
