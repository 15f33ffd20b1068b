import {
  IconAlertTriangle,
  IconHelpCircle,
  IconCircleCheck,
  IconCircleX,
  IconClockPause,
  IconPlayerPause,
  type Icon,
} from '@tabler/icons-react'
import type { Schema } from '@/shared/api/types'

export type SessionState = Schema<'SessionState'>
export type PooledSession = Schema<'PooledSession'>

/** Encrypted with a key that this installation has no longer: nothing but adding it again helps. */
const KEY_LOST = 'key_lost'

/** The reason of a session that rests because every way is closed to it. */
const LOCKED_OUT = 'endpoint_retired'

/** What became of a session, in a word and a sign. */
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

/** The state that an address names, if it names one. */
export function parseState(text: string | null): SessionState | undefined {
  return STATE_NAMES.find((state) => state === text)
}

/** Whether an admin can take it out of use: one that waits for a person is already. */
export function canDisable({ state, reason }: Pick<PooledSession, 'state' | 'reason'>): boolean {
  return (state === 'active' || state === 'cooling' || state === 'suspect') && reason !== KEY_LOST
}

/** Whether an admin can take it into use again: also one that rests because every way is closed to it. */
export function canReenable({ state, reason }: Pick<PooledSession, 'state' | 'reason'>): boolean {
  if (state === 'cooling') return reason === LOCKED_OUT
  return (state === 'disabled' || state === 'challenged' || state === 'dead') && reason !== KEY_LOST
}

/** What reviving a session in this state asks of whoever does it. */
export function reenableConsequence(state: SessionState): string {
  if (state === 'cooling')
    return 'Check it in a browser first. It becomes available to runs again, and every endpoint that refused it is tried once more.'
  if (state === 'disabled')
    return 'The session becomes available again. If a cooldown is active, it ends first.'
  return 'Sign in with it in a browser first and do what Instagram asks for: a session that is still refused is lost for good. It goes at half its rate for a day.'
}
