import { Badge } from '@mantine/core'
import { TextWithTooltip } from '@/components/Texts'
import { CountBar, RelativeTime } from '@/components/Values'
import type { Proxy } from '@/pages/sessions/queries'
import type { Column } from '@/table/column'
import { formatExact, formatShare } from '@/util/format'
import { outcomeName } from '@/util/states'
import { ChooseProxy, DisableSession, ReenableSession } from './PoolActions'
import { STATES, type PooledSession, type SessionState } from './states'
import classes from './poolColumns.module.css'

/** Returns the columns. `proxies` supplies proxy names; the busiest of `sessions` scales the request bars. */
export function poolColumns(proxies: Proxy[], sessions: PooledSession[]): Column<PooledSession>[] {
  const most = Math.max(1, ...sessions.map(({ requests_24_hours: requests }) => requests))
  return [
    {
      title: 'Session',
      card: 'heading',
      cell: ({ index, name }) => (
        <>
          <div className={classes.name}>Session #{formatExact(index + 1)}</div>
          <code className={classes.code}>{name}</code>
        </>
      ),
    },
    { title: 'State', card: 'text', cell: (session) => <SessionStatus of={session} /> },
    {
      title: 'Last used',
      card: 'foot',
      quiet: true,
      cell: ({ in_use: working, last_used_at: at }) =>
        working ? 'In use' : at == null ? 'Never' : <RelativeTime iso={at} />,
    },
    {
      title: 'Requests (24h)',
      card: 'metric',
      numeric: true,
      cell: ({ requests_24_hours: requests }) => <CountBar count={requests} most={most} />,
    },
    {
      title: 'Success',
      card: 'metric',
      numeric: true,
      cell: ({ success_rate: rate }) => (rate == null ? '—' : formatShare(rate)),
    },
    {
      title: 'Accounts',
      card: 'metric',
      numeric: true,
      cell: ({ accounts }) => formatExact(accounts),
    },
    {
      title: 'Last error',
      card: 'foot',
      quiet: true,
      cell: ({ last_error: error }) =>
        error == null ? (
          'None'
        ) : (
          <span className={classes.text}>
            <TextWithTooltip by={error.status_text || outcomeName(error.status)}>
              {outcomeName(error.status)}
            </TextWithTooltip>
            <div>
              <RelativeTime iso={error.at} />
            </div>
          </span>
        ),
    },
    {
      title: 'Proxy',
      card: 'foot',
      quiet: true,
      cell: ({ proxy_id: id }) =>
        id == null ? (
          'Default'
        ) : (
          <span className={classes.text}>{proxies.find((proxy) => proxy.id === id)?.name ?? `#${id}`}</span>
        ),
    },
    {
      title: 'Actions',
      card: 'foot',
      actions: true,
      cell: (session) => (
        <span className={classes.actions}>
          <ChooseProxy session={session} proxies={proxies} />
          <DisableSession session={session} />
          <ReenableSession session={session} />
        </span>
      ),
    },
  ]
}

/** Shows a state with its reason, its start and, if known, its end. */
function SessionStatus({ of: { state, reason_text: text, since, until } }: { of: PooledSession }) {
  return (
    <div className={classes.standing}>
      <StateBadge state={state} />
      {text && <div>{text}</div>}
      {(text || state !== 'active') && (
        <div className={classes.quiet}>
          Since <RelativeTime iso={since} />
          {until != null && (
            <>
              {state === 'suspect' ? ' · next attempt ' : ' · available '}
              <RelativeTime iso={until} />
            </>
          )}
        </div>
      )}
    </div>
  )
}

const TONES = { good: 'var(--cm-good)', warning: 'var(--cm-warning)', quiet: undefined }

function StateBadge({ state }: { state: SessionState }) {
  const { label, icon: Icon, tone } = STATES[state]
  return (
    <Badge
      variant="default"
      size="sm"
      tt="none"
      fw={500}
      leftSection={<Icon size={12} stroke={2} color={TONES[tone]} aria-hidden />}
    >
      {label}
    </Badge>
  )
}
