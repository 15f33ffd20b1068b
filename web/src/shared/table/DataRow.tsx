import { Table } from '@mantine/core'
import { memo } from 'react'
import type { Column } from './column'

type Props<Row> = { columns: Column<Row>[]; row: Row }

function Cells<Row>({ columns, row }: Props<Row>) {
  return (
    <Table.Tr>
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
  )
}

/** A row of a table. Drawn again only when it changed: polls mostly bring what is there already. */
export const DataRow = memo(Cells) as typeof Cells
