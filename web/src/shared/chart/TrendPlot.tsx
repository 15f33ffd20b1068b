import { useElementSize } from '@mantine/hooks'
import { useState } from 'react'
import { Axes } from './Axes'
import { center } from './layout'
import { Marks } from './Marks'
import { tickLabels, type Point } from './point'
import { PlotPoints } from './PlotPoints'
import { PlotTip } from './PlotTip'
import { linearScale } from './scale'
import classes from './TrendPlot.module.css'

const HEIGHT = 200
const MARGIN = { top: 8, right: 8, bottom: 24 }
/** A digit of an axis, and what keeps the longest label off the lines. */
const DIGIT_WIDTH = 6.5
const LABEL_GAP = 14
/** Before the page is laid out there is no width yet. */
const NARROWEST = 200

export type Shape = 'bars' | 'line'

type Props = {
  /** What is shown, for those who do not see it. */
  label: string
  points: Point[]
  shape: Shape
  color: string
  /** What a value counts. */
  unit: string
}

/** Values in time, at equal steps. Bars stand on zero; a line shows how a total moves. Arrow keys reach every point. */
export function TrendPlot({ label, points, shape, color, unit }: Props) {
  const { ref, width: measured } = useElementSize()
  const [active, setActive] = useState<number>()
  const width = Math.max(measured, NARROWEST)
  const known = points.flatMap(({ value }) => value ?? [])
  const scale = linearScale(
    shape === 'bars' || known.length === 0 ? [0, ...known] : known,
    HEIGHT - MARGIN.bottom,
    MARGIN.top,
  )
  const labels = tickLabels(scale.ticks)
  const left = Math.max(...labels.map(({ length }) => length)) * DIGIT_WIDTH + LABEL_GAP
  const step = (width - left - MARGIN.right) / Math.max(points.length, 1)
  const layout = { width, height: HEIGHT, margin: { ...MARGIN, left }, step, scale, labels }
  const point = active === undefined ? undefined : points[active]
  return (
    <div ref={ref} role="group" aria-label={label} className={classes.plot}>
      <svg width={width} height={HEIGHT} className={classes.drawing}>
        <Axes points={points} layout={layout} />
        <Marks points={points} layout={layout} shape={shape} color={color} active={active} />
        <PlotPoints points={points} layout={layout} unit={unit} active={active} onActive={setActive} />
      </svg>
      {point && active !== undefined && (
        <PlotTip point={point} left={center(layout, active)} width={width} unit={unit} />
      )}
    </div>
  )
}
