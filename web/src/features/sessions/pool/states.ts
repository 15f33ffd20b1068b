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
const SHUT = 'endpoint_retired'

/** What became of a session, in a word and a sign. */
export const STATES: Record<SessionState, { word: string; icon: Icon; tone: 'good' | 'quiet' | 'warning' }> =
  {
    active: { word: 'Active', icon: IconCircleCheck, tone: 'good' },
    cooling: { word: 'Cooling', icon: IconClockPause, tone: 'quiet' },
    suspect: { word: 'Suspect', icon: IconHelpCircle, tone: 'warning' },
    challenged: { word: 'Challenged', icon: IconAlertTriangle, tone: 'warning' },
    dead: { word: 'Dead', icon: IconCircleX, tone: 'warning' },
    parked: { word: 'Parked', icon: IconPlayerPause, tone: 'quiet' },
  }

export const STATE_NAMES = Object.keys(STATES) as SessionState[]

/** The state that an address names, if it names one. */
export function parseState(text: string | null): SessionState | undefined {
  return STATE_NAMES.find((state) => state === text)
}

/** Whether an admin can take it out of use: one that waits for a person is already. */
export function canPark({ state, reason }: Pick<PooledSession, 'state' | 'reason'>): boolean {
  return (state === 'active' || state === 'cooling' || state === 'suspect') && reason !== KEY_LOST
}

/** Whether an admin can take it into use again: also one that rests because every way is closed to it. */
export function canRevive({ state, reason }: Pick<PooledSession, 'state' | 'reason'>): boolean {
  if (state === 'cooling') return reason === SHUT
  return (state === 'parked' || state === 'challenged' || state === 'dead') && reason !== KEY_LOST
}

/** What reviving a session in this state asks of whoever does it. */
export function reviveConsequence(state: SessionState): string {
  if (state === 'cooling')
    return 'Look at it in a browser first. It is lent to runs again, and everything that refused it is tried once more.'
  if (state === 'parked')
    return 'It is lent to runs again. If the platform has asked it to rest, it rests until then.'
  return 'Sign in with it in a browser first and do what Instagram asks for: a session that is still refused is lost for good. It goes at half its rate for a day.'
}
