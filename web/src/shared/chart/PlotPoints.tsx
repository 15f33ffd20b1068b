import { useRef, type KeyboardEvent } from 'react'
import type { Layout } from './layout'
import { sayPoint, timesOf, type ChartData } from './series'
import classes from './TrendPlot.module.css'

type Props = {
  data: ChartData
  layout: Layout
  active: number | undefined
  onActive: (index: number | undefined) => void
}

/** A point's column as something to point at. One of them takes the focus; arrow keys go from point to point. */
export function PlotPoints({ data, layout, active, onActive }: Props) {
  const columns = useRef<(SVGRectElement | null)[]>([])
  const { margin, step, height } = layout
  const times = timesOf(data.series)
  const last = times.length - 1
  const move = (event: KeyboardEvent, index: number) => {
    const to = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: last }[event.key]
    if (to === undefined) return
    event.preventDefault()
    columns.current[Math.min(Math.max(to, 0), last)]?.focus()
  }
  return times.map((at, index) => (
    // Like a slider with a stop a point: what is under the focus is read out, and nothing is changed by it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions
    <rect
      key={at}
      ref={(element) => {
        columns.current[index] = element
      }}
      role="img"
      aria-label={sayPoint(data, index)}
      tabIndex={index === (active ?? last) ? 0 : -1}
      className={classes.column}
      x={margin.left + index * step}
      y={margin.top}
      width={step}
      height={height - margin.top - margin.bottom}
      onMouseEnter={() => onActive(index)}
      onMouseLeave={() => onActive(undefined)}
      onFocus={() => onActive(index)}
      onBlur={() => onActive(undefined)}
      onKeyDown={(event) => move(event, index)}
    />
  ))
}
