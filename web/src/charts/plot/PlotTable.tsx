import { Fragment, useState } from 'react'
import { capitalize, formatSigned } from '@/util/format'
import { TIMES, type Axis, type Point } from './point'
import { differenceText, isCompared, pointTime, timesOf, type ChartData, type Series } from './series'
import classes from './TrendChart.module.css'

/** Shows the chart's numbers as a table, newest first. */
export function PlotTable({ data }: { data: ChartData }) {
  const [open, setOpen] = useState(false)
  const { label, series, unit, axis = TIMES } = data
  const compared = isCompared(series)
  return (
    <details className={classes.details} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className={classes.summary}>Show as table</summary>
      {open && (
        // The table scrolls; without a pointer, scrolling requires focus.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <section className={classes.frame} aria-label={`${label}, as a table`} tabIndex={0}>
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">{axis.title}</th>
                {compared && <th scope="col">Compared with</th>}
                {series.map(({ name }) => (
                  <Fragment key={name}>
                    <th scope="col">
                      {series.length === 1 && unit !== '' ? capitalize(unit) : named(name, unit)}
                    </th>
                    {compared &&
                      BEFORE.map((column) => (
                        <th key={column} scope="col">
                          {series.length === 1 ? capitalize(column) : named(name, column)}
                        </th>
                      ))}
                  </Fragment>
                ))}
              </tr>
            </thead>
            <tbody>
              {timesOf(series)
                .map((at, index) => ({ at, index }))
                .toReversed()
                .map(({ at, index }) => (
                  <tr key={at}>
                    <td>{pointTime(data, index)}</td>
                    {compared && <td>{comparedTime(series, index, axis)}</td>}
                    {series.map(({ name, points, before }) => {
                      const value = points[index]?.value ?? null
                      const earlier = before?.[index] ?? NONE
                      return (
                        <Fragment key={name}>
                          <td className={classes.value}>{valueText(value)}</td>
                          {compared && (
                            <>
                              <td className={classes.value}>
                                {earlier.at === '' ? '—' : valueText(earlier.value)}
                              </td>
                              <td className={classes.value}>
                                {value === null || earlier.value === null
                                  ? '—'
                                  : differenceText(value, earlier.value)}
                              </td>
                            </>
                          )}
                        </Fragment>
                      )
                    })}
                  </tr>
                ))}
            </tbody>
          </table>
        </section>
      )}
    </details>
  )
}

/** Columns of a series that is compared. */
const BEFORE = ['before', 'difference']

/** Takes the place of an earlier value if a point has none. */
const NONE: Point = { at: '', value: null }

/** Formats the time of the values that a point is compared with. */
function comparedTime(series: Series[], index: number, { describe }: Axis): string {
  const at = series.map(({ before }) => before?.[index]?.at ?? '').find((time) => time !== '')
  return at === undefined ? '—' : describe(at)
}

const named = (name: string, unit: string) => (unit === '' ? name : `${name}, ${unit}`)

const valueText = (value: number | null) => (value === null ? 'no data' : formatSigned(value))
