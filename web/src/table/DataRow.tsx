import { memo } from 'react'
import type { Column } from './column'

type Props<Row> = { columns: Column<Row>[]; row: Row }

function Cells<Row>({ columns, row }: Props<Row>) {
  return (
    <tr>
      {columns.map((column) => (
        <td
          key={column.title}
          data-numeric={column.numeric || undefined}
          data-actions={column.actions || undefined}
          data-quiet={column.quiet || undefined}
          data-strong={column.strong || undefined}
        >
          {column.cell(row)}
        </td>
      ))}
    </tr>
  )
}

/** A table row, memoized: most polls return unchanged data. */
export const DataRow = memo(Cells) as typeof Cells
