import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import type { ScraperPool } from '@/api/scraperPools'
import { StateBadge } from '@/components/values/Badges'
import { CopyButton } from '@/components/buttons/CopyButton'
import { TextWithTooltip } from '@/components/values/Texts'
import { CountBar, RelativeTime } from '@/components/values/Values'
import type { Column } from '@/table/column'
import { formatExact, formatShare, maskSession } from '@/util/format'
import { KEEPS_SCROLL } from '@/util/url/keepsScroll'
import { useUrlParams } from '@/util/url/useUrlParams'
import { outcomeName } from '@/util/states'
import { Link } from '@/util/url/Link'
import { ChooseSet } from './pools/ChooseSet'
import type { Proxy } from './queries'
import { pageOf, type SessionRow } from './rows'
import { ChooseProxy, DeleteSession, DisableSession, ReenableSession } from './SessionActions'
import { STATES, type PooledSession } from './states'
import { withValues } from './view'
import classes from './sessionColumns.module.css'

type Options = { proxies: Proxy[]; pools: ScraperPool[]; rows: SessionRow[]; version: string | null }

/** Returns the columns. The busiest of the `rows` scales the request bars; `version` is that of the list. */
export function sessionColumns({ proxies, pools, rows, version }: Options): Column<SessionRow>[] {
  const statuses = rows.flatMap(({ status }) => status ?? [])
  const most = Math.max(1, ...statuses.map(({ requests_24_hours: requests }) => requests))
  const proxied = proxies.length > 0 || statuses.some(({ proxy_id: id }) => id != null)
  const pooled = pools.length > 0 || statuses.some(({ session_set: set }) => set != null)
  return [
    {
      title: 'Session',
      card: 'heading',
      cell: (row) => <SessionName row={row} />,
    },
    { title: 'State', card: 'text', cell: known((status) => <SessionStatus of={status} />) },
    {
      title: 'Last used',
      card: 'foot',
      quiet: true,
      cell: known(({ in_use: working, last_used_at: at }) =>
        working ? 'In use' : at == null ? 'Never' : <RelativeTime iso={at} />,
      ),
    },
    {
      title: 'Requests (24h)',
      card: 'metric',
      numeric: true,
      cell: known(({ requests_24_hours: requests, success_rate: rate }) => (
        <>
          <CountBar count={requests} most={most} />
          {rate != null && <div className={classes.quiet}>{formatShare(rate)} success</div>}
        </>
      )),
    },
    {
      title: 'Accounts',
      card: 'metric',
      numeric: true,
      cell: known(({ accounts }) => formatExact(accounts)),
    },
    {
      title: 'Last error',
      card: 'foot',
      quiet: true,
      cell: known(({ last_error: error }) =>
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
      ),
    },
    ...(proxied ? [proxyColumn(proxies)] : []),
    ...(pooled ? [SET_COLUMN] : []),
    {
      title: 'Actions',
      card: 'foot',
      actions: true,
      cell: ({ index, value, status }) => (
        <span className={classes.actions}>
          {value && <CopyButton value={value} label={`Copy session ID #${index + 1}`} />}
          {status && (
            <>
              <ChooseProxy session={status} proxies={proxies} />
              <ChooseSet session={status} pools={pools} />
              <DisableSession session={status} />
              <ReenableSession session={status} />
            </>
          )}
          {value !== undefined && <DeleteSession index={index} version={version} />}
        </span>
      ),
    },
  ]
}

/** Shows a cell once the status of the session is known. */
const known = (cell: (status: PooledSession) => ReactNode) =>
  function Known({ status }: SessionRow) {
    return status ? cell(status) : '…'
  }

const proxyColumn = (proxies: Proxy[]): Column<SessionRow> => ({
  title: 'Proxy',
  card: 'foot',
  quiet: true,
  cell: known(({ proxy_id: id }) =>
    id == null ? (
      'Default'
    ) : (
      <span className={classes.text}>{proxies.find((proxy) => proxy.id === id)?.name ?? `#${id}`}</span>
    ),
  ),
})

const SET_COLUMN: Column<SessionRow> = {
  title: 'Set',
  card: 'foot',
  quiet: true,
  cell: known(({ session_set: set }) => <span className={classes.text}>{set ?? 'Common'}</span>),
}

/** Shows the position, the digits that other screens show, and the masked value. */
function SessionName({ row: { index, value, status } }: { row: SessionRow }) {
  return (
    <>
      <div className={classes.name}>
        Session #{formatExact(index + 1)} {status && <code className={classes.code}>{status.name}</code>}
      </div>
      {value === undefined ? (
        <ShowValue index={index} />
      ) : value === '' ? (
        <Text fz="xs" c="var(--cm-warning)" className={classes.value}>
          Can no longer be decrypted. Delete it and add it again.
        </Text>
      ) : (
        <MaskedValue index={index} value={value} />
      )}
    </>
  )
}

/** Takes the focus from the link that has shown it. */
function MaskedValue({ index, value }: { index: number; value: string }) {
  const { state } = useLocation()
  const takesFocus = isShown(state) && state.shown === index
  return (
    <code
      className={classes.value}
      {...(takesFocus && { tabIndex: -1, ref: (element: HTMLElement | null) => element?.focus() })}
    >
      {maskSession(value)}
    </code>
  )
}

const isShown = (state: unknown): state is { shown: unknown } =>
  typeof state === 'object' && state !== null && 'shown' in state

/** Reads the page of values with a session, beside the sessions that are shown. */
function ShowValue({ index }: { index: number }) {
  const { search } = useUrlParams()
  return (
    <Link
      to={`?${withValues(search, pageOf(index))}`}
      state={{ ...KEEPS_SCROLL, shown: index }}
      replace
      className={classes.value ?? ''}
    >
      Show its value
    </Link>
  )
}

/** Shows a state with its reason, its start and, if known, its end. */
function SessionStatus({ of: { state, reason_text: text, since, until } }: { of: PooledSession }) {
  const { label, icon, tone } = STATES[state]
  return (
    <div className={classes.standing}>
      <StateBadge icon={icon} color={TONES[tone]}>
        {label}
      </StateBadge>
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
