import { Button, Skeleton, Text, Title } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useEffect } from 'react'
import { api, client, scope } from '@/api/client'
import { useIsAdmin } from '@/api/session'
import type { Schema } from '@/api/types'
import { startTexts } from '@/charts/days/dataStart'
import { requestOf } from '@/charts/days/chartedDays'
import { useTrend } from '@/charts/days/useTrend'
import { AccountLink } from '@/components/values/AccountLink'
import { CostRule } from '@/components/values/CostRule'
import { ExportButton, type FileCall } from '@/components/buttons/ExportButton'
import { PageHeader } from '@/components/layout/Page'
import { Panel, PlatformName } from '@/components/layout/Panel'
import { PeriodSelect } from '@/components/forms/PeriodSelect'
import { QueryView } from '@/components/layout/QueryView'
import { GroupSelect } from '@/components/forms/GroupSelect'
import { TextWithTooltip } from '@/components/values/Texts'
import { namedAccountPath } from '@/util/accountPaths'
import { POLL } from '@/util/constants'
import { capitalize, formatExact, formatMoney, formatSigned } from '@/util/format'
import { maxReached } from '@/util/metrics/maxReached'
import { formatDays, type Days, type Period } from '@/util/time/period'
import { PLATFORM_CODES, PLATFORMS, type Platform } from '@/util/platform'
import { daysText } from '@/util/time/timeZone'
import { useGroupParam } from '@/util/url/useGroupParam'
import { usePeriod, useToday } from '@/util/time/usePeriod'
import { costNotes } from './costNotes'
import classes from './StatementPage.module.css'

type Statement = Schema<'Statement'>

/** Prints the page in the light theme: the dark one's text would be light on white paper. */
function usePrintLight() {
  useEffect(() => {
    const { dataset } = document.documentElement
    let scheme: string | undefined
    const begin = () => {
      scheme = dataset['mantineColorScheme']
      dataset['mantineColorScheme'] = 'light'
    }
    const end = () => {
      if (scheme !== undefined) dataset['mantineColorScheme'] = scheme
    }
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [])
}

/** Shows what the views gained in a period cost, by account, to be printed or exported. */
export function StatementPage() {
  usePrintLight()
  const admin = useIsAdmin()
  const { groupId, setGroup } = useGroupParam()
  const view = usePeriod('last-month')
  const { days } = view.period
  const query = { ...scope(groupId), ...days }
  const statement = api.useQuery('get', '/api/dashboard/statement', { params: { query } })
  const empty = PLATFORM_CODES.every((platform) => !statement.data?.[platform].total.items)
  return (
    <>
      <PageHeader
        title="Statement"
        subtitle="Cost of the views gained in a period"
        actions={
          <>
            {admin && <GroupSelect value={groupId} onChange={setGroup} />}
            <PeriodSelect {...view} />
            <ExportButton call={exportStatement(groupId, days)} empty={empty} />
            <Button
              variant="default"
              leftSection={<IconPrinter size={16} stroke={1.75} />}
              disabled={!statement.data}
              onClick={() => window.print()}
            >
              Print
            </Button>
          </>
        }
      />
      <QueryView query={statement} loading={<Skeleton h={320} role="status" aria-label="Loading" />}>
        {(data) => (
          <Panel aria-label="Statement">
            <Title order={2}>{data.group_name ?? (admin ? 'All Groups' : 'No group')}</Title>
            <Text c="dimmed" fz="sm" mb="md">
              {formatDays(data.period)}. {daysText()} Calculated with the current cost, for what is tracked
              now.
            </Text>
            <DeletedHistory statement={data} />
            <DataStart groupId={groupId} period={view.period} />
            {PLATFORM_CODES.map((platform) => (
              <Accounts key={platform} platform={platform} groupId={groupId} statement={data} />
            ))}
            <p className={classes.total}>
              <span>Total</span>
              <strong>{costText(data.total, data)}</strong>
            </p>
            <CostRule {...data} />
            {costNotes(data, data.total).map((note) => (
              <Text key={note} fz="xs" c="dimmed">
                {note}
              </Text>
            ))}
          </Panel>
        )}
      </QueryView>
    </>
  )
}

type DataStartProps = { groupId: number | undefined; period: Period }

/** Says since when there is data, if the period begins earlier. */
function DataStart({ groupId, period }: DataStartProps) {
  const { data: trend, isPlaceholderData } = useTrend(groupId, requestOf(period, useToday()), POLL.pastGains)
  const texts =
    trend && !isPlaceholderData ? startTexts(trend, { days: period.days, previous: undefined }) : []
  return texts.map((text) => (
    <Text key={text} fz="sm" mb="md" role="note">
      {text}
    </Text>
  ))
}

/** Says that the views are not those of the whole period. */
function DeletedHistory({ statement: { period, history_begins: begins } }: { statement: Statement }) {
  if (begins == null || period.from >= begins) return null
  return (
    <Text fz="sm" mb="md" role="note">
      Measurements before {formatDays({ from: begins, to: begins })} were deleted, so the views are those
      gained since then.
    </Text>
  )
}

function exportStatement(groupId: number | undefined, days: Days): FileCall {
  return (signal) =>
    client.GET('/api/dashboard/statement/export', {
      params: { query: { ...scope(groupId), ...days } },
      parseAs: 'stream',
      signal,
    })
}

type AccountsProps = { platform: Platform; groupId: number | undefined; statement: Statement }

function Accounts({ platform, groupId, statement }: AccountsProps) {
  const { name, items } = PLATFORMS[platform]
  const { accounts, total } = statement[platform]
  return (
    <section aria-label={name} className={classes.platform}>
      <PlatformName platform={platform} />
      {accounts.length === 0 ? (
        <Text c="dimmed" fz="sm">
          No {items} were measured in this period.
        </Text>
      ) : (
        // A region that scrolls must be reachable with the keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <div className={classes.scroll} role="group" aria-label={`${name} accounts`} tabIndex={0}>
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">Account</th>
                <th scope="col">{capitalize(items)}</th>
                <th scope="col">Views gained</th>
                <th scope="col">Cost</th>
              </tr>
            </thead>
            <tbody>
              {accounts.map(({ username, single_videos, groups, ...sum }, index) => (
                // Two accounts may have had the same username.
                // oxlint-disable-next-line react/no-array-index-key
                <tr key={`${index} ${username}`}>
                  <th scope="row">
                    <AccountLink
                      platform={platform}
                      username={username}
                      to={single_videos ? undefined : namedAccountPath(platform, username, groupId)}
                    />
                    {single_videos && <span className={classes.note}>Single {items}</span>}
                    {statement.group_name == null && (
                      <span className={classes.note}>{groups.join(', ')}</span>
                    )}
                  </th>
                  <Numbers sum={sum} statement={statement} note={maxReached(sum, statement)} />
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row">{name} total</th>
                <Numbers sum={total} statement={statement} />
              </tr>
            </tfoot>
          </table>
        </div>
      )}
    </section>
  )
}

type Sum = Schema<'StatementSum'>

type NumbersProps = {
  sum: Sum
  statement: Statement
  /** Why the views cost less than the rate. */
  note?: string | undefined
}

function Numbers({ sum, statement, note }: NumbersProps) {
  return (
    <>
      <td>{formatExact(sum.items)}</td>
      <td>{formatSigned(sum.gained_views)}</td>
      <td>
        {costText(sum, statement)}
        {note !== undefined && (
          <div className={classes.reached}>
            <TextWithTooltip by={note}>Max reached</TextWithTooltip>
          </div>
        )}
      </td>
    </>
  )
}

function costText({ cost }: Sum, { currency }: Statement): string {
  return cost == null ? '—' : formatMoney(cost, currency ?? null)
}
