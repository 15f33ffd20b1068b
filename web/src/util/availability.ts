import type { Schema } from '@/api/types'
import { formatDate } from './format'

/** Whether a platform still shows an item; `undefined` if unknown. */
export type Availability = {
  availability?: Schema<'Availability'> | undefined
  unavailable_since?: string | null | undefined
}

const LABELS = {
  removed: { label: 'Removed', what: 'on the platform' },
  private: { label: 'Private', what: 'public' },
} as const

type Unavailability = { kind: keyof typeof LABELS; label: string; text: string }

/** Why an item is not available on its platform, as a label and a sentence; undefined while it is available. */
export function unavailability({
  availability,
  unavailable_since,
}: Availability): Unavailability | undefined {
  if (availability === undefined || availability === 'public') return undefined
  const { label, what } = LABELS[availability]
  const state = unavailable_since ? `Not ${what} since ${formatDate(unavailable_since)}` : `No longer ${what}`
  return { kind: availability, label, text: `${state}. Its numbers and history are kept.` }
}
