import { POLL } from '@/util/constants'
import type { Period } from './period'

/** Returns the parameters of a request for what was gained in a period, and in the one it is compared with. */
export const periodQuery = ({ days, previous }: Period) => ({
  ...days,
  ...(previous && { compare_from: previous.from, compare_to: previous.to }),
})

/** Returns how often this is read, in milliseconds. A period that is not compared contains today. */
export const gainsPoll = ({ previous }: Period) => (previous === undefined ? POLL.gains : POLL.pastGains)
