import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconClockPause,
  IconHelpCircle,
  IconPlayerPause,
  type Icon,
} from '@tabler/icons-react'
import type { Schema } from '@/api/types'
import { formatExact } from '@/util/format'
import { SESSION_PLATFORMS } from '@/util/platform'
import { withParameters } from '@/util/url/urlParams'
import { useUrlParams } from '@/util/url/useUrlParams'

export type SessionState = Schema<'SessionState'>
export type PooledSession = Schema<'PooledSession'>

/** Encrypted with a key that this installation no longer has: the session must be added again. */
const KEY_LOST = 'key_lost'

/** Reason of a session that is cooling down because every endpoint is closed to it. */
const LOCKED_OUT = 'endpoint_retired'

/** Label and icon of each state. */
export const STATES: Record<SessionState, { label: string; icon: Icon; tone: 'good' | 'quiet' | 'warning' }> =
  {
    active: { label: 'Active', icon: IconCircleCheck, tone: 'good' },
    cooling: { label: 'Cooling down', icon: IconClockPause, tone: 'quiet' },
    suspect: { label: 'Suspect', icon: IconHelpCircle, tone: 'warning' },
    challenged: { label: 'Challenged', icon: IconAlertTriangle, tone: 'warning' },
    dead: { label: 'Dead', icon: IconCircleX, tone: 'warning' },
    disabled: { label: 'Disabled', icon: IconPlayerPause, tone: 'quiet' },
  }

export const STATE_NAMES = Object.keys(STATES) as SessionState[]

/** Describes the pool in one line: `4 available (1 in use) · 1 cooling down · 2 dead`. */
export function describePool({ usable, in_use: working, ...counts }: Schema<'PoolSummary'>): string {
  const available = `${formatExact(usable)} available${working > 0 ? ` (${formatExact(working)} in use)` : ''}`
  const others = STATE_NAMES.filter((state) => state !== 'active' && counts[state] > 0).map(
    (state) => `${formatExact(counts[state])} ${STATES[state].label.toLowerCase()}`,
  )
  return [available, ...others].join(' · ')
}

/** Parses the state in the URL, if there is one. */
export function parseState(text: string | null): SessionState | undefined {
  return STATE_NAMES.find((state) => state === text)
}

/** Whether an admin can disable the session; those that need an admin's action are already out of use. */
export function canDisable({ state, reason }: Pick<PooledSession, 'state' | 'reason'>): boolean {
  return (state === 'active' || state === 'cooling' || state === 'suspect') && reason !== KEY_LOST
}

/** Whether an admin can re-enable the session; includes those locked out of every endpoint. */
export function canReenable({ state, reason }: Pick<PooledSession, 'state' | 'reason'>): boolean {
  if (state === 'cooling') return reason === LOCKED_OUT
  return (state === 'disabled' || state === 'challenged' || state === 'dead') && reason !== KEY_LOST
}

/** Explains what to do before re-enabling a session in this state, and the effect. */
export function reenableConsequence(state: SessionState): string {
  if (state === 'cooling')
    return 'Check it in a browser first. The session becomes available again, and every endpoint that refused it is retried once.'
  if (state === 'disabled')
    return 'The session becomes available again. If a cooldown is active, it ends first.'
  return `Sign in with it in a browser first and complete ${SESSION_PLATFORMS}’s challenge; otherwise ${SESSION_PLATFORMS} may block the session permanently. It will run at half rate for a day.`
}

/** Keeps the state by which the sessions are filtered in the URL. */
export function useSessionState() {
  const { search, change } = useUrlParams()
  return {
    state: parseState(search.get('state')),
    setState: (state: SessionState | undefined) =>
      change((now) => withParameters(now, { state: state ?? '', page: '', values: '' })),
  }
}
