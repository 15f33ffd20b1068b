import type { Schema } from '@/api/types'
import { Count, Quantity, Unknown } from '@/components/values/Values'
import type { Column } from '@/table/column'
import { DataTable } from '@/table/DataTable'
import { formatChange, formatSigned } from '@/util/format'
import { formatDays } from '@/util/time/period'
import { PLATFORMS } from '@/util/platform'
import { Link } from '@/util/url/Link'
import { dayTotals, viewsAt, type AgeSeries, type DaySeries, type DayTotals } from './comparison'
import type { Named } from './lines'
import classes from './tables.module.css'

type Compared = Pick<DaySeries, 'id' | 'platform'>

/** Links an account to its page, and a group to its details. */
function Name({ series: { id, platform }, label, color }: Named<Compared>) {
  const address = platform == null ? `/admin/groups?group=${id}` : `/${platform}/${id}`
  return (
    <span className={classes.name}>
      <span aria-hidden className={classes.mark} style={{ background: color }} />
      <Link to={address} className={classes.link ?? ''}>
        {label}
      </Link>
    </span>
  )
}

const GROUP_COLUMNS: Column<Named<Compared>>[] = [{ title: 'Group', card: 'heading', cell: Name }]

const ACCOUNT_COLUMNS: Column<Named<Compared>>[] = [
  { title: 'Account', card: 'heading', cell: Name },
  {
    title: 'Platform',
    card: 'aside',
    quiet: true,
    cell: ({ series: { platform } }) => platform != null && PLATFORMS[platform].name,
  },
]

function Gain({ value }: { value: number }) {
  return <span data-tip={`${formatSigned(value)} views`}>{formatChange(value)}</span>
}

type DayRow = Named<DaySeries> & { totals: DayTotals }

const DAY_COLUMNS: Column<DayRow>[] = [
  {
    title: 'Views gained',
    card: 'metric',
    numeric: true,
    strong: true,
    cell: ({ totals }) => <Gain value={totals.gained} />,
  },
  { title: 'Per day', card: 'metric', numeric: true, cell: ({ totals }) => <Gain value={totals.perDay} /> },
  {
    title: 'Views at end',
    card: 'metric',
    numeric: true,
    cell: ({ totals }) => <Count value={totals.views} />,
  },
  { title: 'Best day', card: 'foot', numeric: true, cell: ({ totals }) => <BestDay of={totals.best} /> },
]

type DayTableProps = { rows: Named<DaySeries>[]; period: Schema<'Period'>; groups: boolean; waiting: boolean }

/** Sums up what each account or group gained in the period. */
export function DayTable({ rows, period, groups, waiting }: DayTableProps) {
  return (
    <DataTable
      label="Gains"
      columns={[...(groups ? GROUP_COLUMNS : ACCOUNT_COLUMNS), ...DAY_COLUMNS]}
      rows={rows.map(({ series, label, color }) => ({
        series,
        label,
        color,
        totals: dayTotals(series, period),
      }))}
      rowKey={({ series }) => series.id}
      waiting={waiting}
    />
  )
}

function BestDay({ of: best }: { of: DayTotals['best'] }) {
  if (best === undefined) return <Unknown reason="No views gained on any day" />
  return (
    <>
      {formatDays({ from: best.day, to: best.day })} (<Gain value={best.gained} />)
    </>
  )
}

const TABLE_AGES = [1, 7, 30]

const AGE_COLUMNS: Column<Named<AgeSeries>>[] = [
  ...TABLE_AGES.map((age): Column<Named<AgeSeries>> => ({
    title: age === 1 ? 'Views at 1 day' : `At ${age} days`,
    card: 'metric',
    numeric: true,
    cell: ({ series }) => <MedianViews value={viewsAt(series, age)} age={age} />,
  })),
  { title: 'Posts', card: 'foot', numeric: true, cell: ({ series }) => <Quantity value={series.items} /> },
]

type AgeTableProps = { rows: Named<AgeSeries>[]; groups: boolean; waiting: boolean }

/** Lists the median views of posts at some ages. */
export function AgeTable({ rows, groups, waiting }: AgeTableProps) {
  return (
    <DataTable
      label="Median views"
      columns={[...(groups ? GROUP_COLUMNS : ACCOUNT_COLUMNS), ...AGE_COLUMNS]}
      rows={rows}
      rowKey={({ series }) => series.id}
      waiting={waiting}
    />
  )
}

function MedianViews({ value, age }: { value: number | null; age: number }) {
  if (value === null)
    return <Unknown reason={`No post was measured at the age of ${age} ${age === 1 ? 'day' : 'days'}`} />
  return <Count value={value} />
}
