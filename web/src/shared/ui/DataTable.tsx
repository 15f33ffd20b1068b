import { useMediaQuery } from '@mantine/hooks'
import { Table } from '@mantine/core'
import { PHONE } from '@/shared/constants/layout'
import type { Column } from './column'
import { RecordCard } from './RecordCard'
import classes from './DataTable.module.css'

type Props<Row> = { label: string; columns: Column<Row>[]; rows: Row[]; rowKey: (row: Row) => number }

/** A table of numbers; on a phone, a list of cards made from the same columns. */
export function DataTable<Row>({ label, columns, rows, rowKey }: Props<Row>) {
  const phone = useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false })
  if (phone) {
    return (
      <ul className={classes.cards} aria-label={label}>
        {rows.map((row) => (
          <RecordCard key={rowKey(row)} columns={columns} row={row} />
        ))}
      </ul>
    )
  }
  return (
    // A table wider than its frame scrolls; without a pointer that takes focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={classes.frame} tabIndex={0} aria-label={label}>
      <Table highlightOnHover stickyHeader className={classes.table}>
        <Table.Thead>
          <Table.Tr>
            {columns.map((column) => (
              <Table.Th key={column.title} scope="col" data-numeric={column.numeric || undefined}>
                {column.title}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={rowKey(row)}>
              {columns.map((column) => (
                <Table.Td
                  key={column.title}
                  data-numeric={column.numeric || undefined}
                  data-quiet={column.quiet || undefined}
                  data-strong={column.strong || undefined}
                >
                  {column.cell(row)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  )
}
