import { IconAt } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { ColumnChooser } from '@/shared/table/ColumnChooser'
import { DateRange } from '@/shared/table/DateRange'
import { SearchBox } from '@/shared/table/SearchBox'
import { SortSelect } from '@/shared/table/SortSelect'
import { Toolbar } from '@/shared/ui/Toolbar'
import classes from './ContentToolbar.module.css'
import type { ContentTableState } from './useContentTable'

type Props<Row> = {
  table: ContentTableState<Row>
  /** What can be done with the whole table. */
  children: ReactNode
}

/** Search, filters and order of a tab, and its columns. */
export function ContentToolbar<Row>({ table, children }: Props<Row>) {
  const { view, columns, hidden, setHidden, setFilters, setSort } = table
  return (
    <Toolbar label="Search and filters">
      <div className={classes.search}>
        <SearchBox label="Search" value={view.q} onChange={(q) => setFilters({ q })} shortcut />
      </div>
      <div className={classes.account}>
        <SearchBox
          label="Account"
          icon={<IconAt size={16} stroke={1.75} aria-hidden />}
          value={view.account}
          onChange={(account) => setFilters({ account: account.replace(/^@/, '') })}
        />
      </div>
      <div className={classes.order}>
        <SortSelect columns={columns} usual="Newest first" sort={view.sort} onSort={setSort} />
      </div>
      <DateRange label="Posted" value={view} onChange={setFilters} />
      <div data-end className={classes.whole}>
        <ColumnChooser columns={columns} hidden={hidden} onChange={setHidden} />
        {children}
      </div>
    </Toolbar>
  )
}
