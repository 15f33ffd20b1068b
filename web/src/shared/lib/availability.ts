import type { Schema } from '@/shared/api/types'
import { formatDate } from './format'

/** Whether a platform still shows an item. One that is not known yet says nothing. */
export type Availability = {
  availability?: Schema<'Availability'> | undefined
  unavailable_since?: string | null | undefined
}

const LABELS = {
  removed: { label: 'Removed', what: 'Not on the platform' },
  private: { label: 'Private', what: 'Not public' },
} as const

type Unavailability = { kind: keyof typeof LABELS; label: string; text: string }

/** Why an item is not to be found on its platform, in a word and in a sentence; nothing while it is. */
export function unavailability({
  availability,
  unavailable_since,
}: Availability): Unavailability | undefined {
  if (availability === undefined || availability === 'public') return undefined
  const { label, what } = LABELS[availability]
  const since = unavailable_since ? ` since ${formatDate(unavailable_since)}` : ' any more'
  return { kind: availability, label, text: `${what}${since}. Its numbers and history stay.` }
}
