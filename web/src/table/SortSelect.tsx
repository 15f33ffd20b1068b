import { NativeSelect } from '@mantine/core'
import type { Column } from './column'
import type { Sort } from './sort'

type Props<Row> = {
  columns: Column<Row>[]
  /** Label of the server's default order. */
  usual: string
  sort: Sort | undefined
  onSort: (sort: Sort | undefined) => void
}

/** Sort order of a list of cards, which has no column headers to click. */
export function SortSelect<Row>({ columns, usual, sort, onSort }: Props<Row>) {
  const options = columns.flatMap(({ title, sort: by }) =>
    by === undefined
      ? []
      : [
          { value: `${by} desc`, label: `${title}: high to low` },
          { value: `${by} asc`, label: `${title}: low to high` },
        ],
  )
  return (
    <NativeSelect
      aria-label="Order"
      data={[{ value: '', label: usual }, ...options]}
      value={sort ? `${sort.by} ${sort.order}` : ''}
      onChange={({ currentTarget: { value } }) => {
        const [by, order] = value.split(' ')
        onSort(by ? { by, order: order === 'asc' ? 'asc' : 'desc' } : undefined)
      }}
    />
  )
}
