import { Table } from '@mantine/core'
import { useState } from 'react'
import { formatSigned } from './point'
import { timesOf, whenOf, type ChartData } from './series'
import classes from './PlotTable.module.css'

/** The chart's numbers as a table, newest first. */
export function PlotTable({ data }: { data: ChartData }) {
  const [open, setOpen] = useState(false)
  const { label, series, unit } = data
  return (
    <details className={classes.details} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className={classes.summary}>Show the numbers</summary>
      {open && (
        // The table scrolls; without a pointer, scrolling requires focus.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <section className={classes.frame} aria-label={`${label}, as a table`} tabIndex={0}>
          <Table fz="xs" verticalSpacing={4}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">Time</Table.Th>
                {series.map(({ name }) => (
                  <Table.Th key={name} scope="col" ta="right">
                    {series.length === 1 ? capitalised(unit) : `${name}, ${unit}`}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {timesOf(series)
                .map((at, index) => ({ at, index }))
                .toReversed()
                .map(({ at, index }) => (
                  <Table.Tr key={at}>
                    <Table.Td>{whenOf(data, index)}</Table.Td>
                    {series.map(({ name, points }) => (
                      <Table.Td key={name} ta="right" className={classes.value}>
                        {valueText(points[index]?.value ?? null)}
                      </Table.Td>
                    ))}
                  </Table.Tr>
                ))}
            </Table.Tbody>
          </Table>
        </section>
      )}
    </details>
  )
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const valueText = (value: number | null) => (value === null ? 'not measured' : formatSigned(value))
