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

/** Hover and focus targets, one per point. Only one is in the tab order; arrow keys move between points. */
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
    // Behaves like a slider with one stop per point: the focused point is read out; nothing is changed.
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
