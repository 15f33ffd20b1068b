import { delays, dueTimes } from './delays.ts'
import { requireEnv, note, pause, say } from './place.ts'
import { beginSpan } from './span.ts'

/** Accounts that become due at the very end are excluded, as they had no time to be scraped. */
const LAST_SECONDS = 45

/** Measures the regular schedule for `MINUTES`; shorter than any interval, so that no account is due twice. */
const minutes = Number(requireEnv('MINUTES'))
const due = await dueTimes()
const end = await beginSpan()
say(`watching the schedule of ${due.size} accounts for ${minutes} minutes`)
await pause(minutes * 60_000)
const span = await end()
const from = Math.ceil(span.begin / 1000)
await note('steady', { span, delays: await delays(due, from, from + minutes * 60 - LAST_SECONDS) })
