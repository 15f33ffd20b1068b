import { Box, NativeSelect } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api, scope, useGroups } from '@/api/client'
import type { Schema } from '@/api/types'
import { LastPage } from '@/components/layout/LastPage'
import { PageFoot } from '@/components/layout/Page'
import { Panel } from '@/components/layout/Panel'
import { EmptyState, QueryView, Spinner } from '@/components/layout/QueryView'
import type { Column } from '@/table/column'
import { DataTable } from '@/table/DataTable'
import { DateRange, SearchBox, Toolbar } from '@/table/Toolbar'
import { PAGE_SIZE } from '@/util/constants'
import { formatFullDate, formatToTheSecond } from '@/util/format'
import { startOfDay } from '@/util/time/timeZone'
import { inOrder } from '@/util/url/urlParams'
import { actionLabel, actionOptions } from './actions'
import { formatDetails, namedGroups } from './details'
import { useAuditView, type AuditView } from './view'
import classes from './AuditTab.module.css'

/** Shows the audit log, newest first. */
export function AuditTab({ groupId }: { groupId: number | undefined }) {
  const { view, setFilters, setPage } = useAuditView()
  const log = useAuditLog(view, groupId)
  const pages = Math.max(1, log.data?.pages ?? 1)
  const shown = log.data?.entries
  // Memoized: new columns would re-render every row.
  const columns = useMemo(() => auditColumns(namedGroups(shown ?? [])), [shown])
  if (log.data && !log.isPlaceholderData && view.page > pages) return <LastPage page={pages} />
  return (
    <>
      <AuditFilters view={view} onChange={setFilters} />
      <QueryView query={log} loading={<Spinner />}>
        {({ entries, total }) => {
          if (entries.length === 0)
            return (
              <Panel>
                <EmptyState title="No entry matches" hint="Choose other days, another user or all actions." />
              </Panel>
            )
          return (
            <>
              <Box
                key={view.page}
                aria-busy={log.isPlaceholderData}
                opacity={log.isPlaceholderData ? 0.5 : 1}
              >
                <DataTable label="Audit log" columns={columns} rows={entries} rowKey={(entry) => entry.id} />
              </Box>
              <PageFoot
                page={view.page}
                pages={pages}
                size={PAGE_SIZE.audit}
                total={total}
                onChange={setPage}
              />
            </>
          )
        }}
      </QueryView>
    </>
  )
}

type AuditFiltersProps = { view: AuditView; onChange: (change: Partial<AuditView>) => void }

const ACTION_OPTIONS = [{ value: '', label: 'All actions' }, ...actionOptions()]

function AuditFilters({ view, onChange }: AuditFiltersProps) {
  return (
    <Toolbar label="Filters">
      <SearchBox label="Username" value={view.user} onChange={(user) => onChange({ user })} shortcut />
      <NativeSelect
        aria-label="Action"
        data={ACTION_OPTIONS}
        value={view.action}
        onChange={({ currentTarget }) => onChange({ action: currentTarget.value })}
      />
      <DateRange label="Day" value={view} onChange={onChange} />
    </Toolbar>
  )
}

type Entry = Schema<'AuditEntry'>

/** Returns the columns; `named` maps groups named in the entries on screen, as the name of a deleted group exists nowhere else. */
function auditColumns(named: ReadonlyMap<number, string>): Column<Entry>[] {
  return [
    {
      title: 'When',
      card: 'aside',
      quiet: true,
      cell: ({ at }) => (
        <time dateTime={at} title={formatFullDate(at)}>
          {formatToTheSecond(at)}
        </time>
      ),
    },
    { title: 'User', card: 'heading', cell: ({ username }) => username || '—' },
    { title: 'Action', card: 'heading', strong: true, cell: ({ action }) => actionLabel(action) },
    {
      title: 'Group',
      card: 'text',
      cell: ({ group_id }) => group_id != null && <AuditGroup id={group_id} named={named.get(group_id)} />,
    },
    {
      title: 'Details',
      card: 'text',
      quiet: true,
      cell: ({ details }) => {
        const text = formatDetails(details)
        return (
          <div className={classes.details} title={text}>
            {text}
          </div>
        )
      },
    },
    { title: 'From', card: 'foot', quiet: true, cell: ({ address }) => address },
  ]
}

type AuditGroupProps = { id: number; named: string | undefined }

/** Shows the current name of a client group, or the one it had when it was deleted. */
function AuditGroup({ id, named }: AuditGroupProps) {
  const { data, isError } = useGroups()
  const groups = data?.groups
  // Without the list of groups it is unknown whether the group still exists.
  if (groups === undefined) return <>{isError ? (named ?? `Group #${id}`) : '\u00a0'}</>
  const name = groups.find((group) => group.id === id)?.name
  const text = name ?? (named === undefined ? `Deleted group #${id}` : `${named} (deleted)`)
  return (
    <div className={classes.group} title={text}>
      {text}
    </div>
  )
}

function useAuditLog({ page, action, user, ...days }: AuditView, groupId: number | undefined) {
  const { from, to } = inOrder(days)
  const query = {
    page,
    per_page: PAGE_SIZE.audit,
    ...(action && { action }),
    ...(user && { user }),
    ...scope(groupId),
    ...(from && { from: startOfDay(from) }),
    // The last day is included.
    ...(to && { to: startOfDay(to, 1) }),
  }
  return api.useQuery(
    'get',
    '/api/admin/audit-log',
    { params: { query } },
    { placeholderData: keepPreviousData },
  )
}
