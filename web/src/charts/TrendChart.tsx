import type { Shape } from './layout'
import { PlotTable } from './PlotTable'
import type { ChartData } from './series'
import { PLOT_HEIGHT } from './size'
import { TrendPlot } from './TrendPlot'

export type TrendChartProps = ChartData & {
  shape: Shape
  /** Height of the plot, in pixels. */
  height?: number
}

/** Values over time as a chart, with the same numbers as a table. */
export function TrendChart({ shape, height = PLOT_HEIGHT.one, ...data }: TrendChartProps) {
  return (
    <>
      <TrendPlot data={data} shape={shape} height={height} />
      <PlotTable data={data} />
    </>
  )
}
