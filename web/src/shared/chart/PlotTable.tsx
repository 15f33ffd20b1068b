import { Table } from '@mantine/core'
import { useState } from 'react'
import classes from './PlotTable.module.css'
import { formatLongTime, formatSigned, type Point } from './point'

type Props = { label: string; points: Point[]; unit: string }

/** The numbers of a chart, newest first, for those who would rather read them. */
export function PlotTable({ label, points, unit }: Props) {
  const [open, setOpen] = useState(false)
  return (
    <details className={classes.details} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className={classes.summary}>Show the numbers</summary>
      {open && (
        // The table scrolls; without a pointer that takes focus.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <section className={classes.frame} aria-label={`${label}, as a table`} tabIndex={0}>
          <Table fz="xs" verticalSpacing={4}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">Time</Table.Th>
                <Table.Th scope="col" ta="right">
                  {unit.charAt(0).toUpperCase() + unit.slice(1)}
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {points.toReversed().map(({ at, value }) => (
                <Table.Tr key={at}>
                  <Table.Td>{formatLongTime(at)}</Table.Td>
                  <Table.Td ta="right" className={classes.value}>
                    {value === null ? 'not measured' : formatSigned(value)}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </section>
      )}
    </details>
  )
}
