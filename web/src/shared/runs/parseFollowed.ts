/** The runs that a user's controls have started and that have not ended, by the control's name. */
type Followed = { user: number; runs: Record<string, string[]> }

/** What was stored, as far as it is what was put there. */
export function parseFollowed(found: unknown): Followed | undefined {
  if (typeof found !== 'object' || found === null) return undefined
  const { user, runs } = found as { user?: unknown; runs?: unknown }
  if (typeof user !== 'number' || typeof runs !== 'object' || runs === null) return undefined
  const known = Object.entries(runs).filter(
    (entry): entry is [string, string[]] =>
      Array.isArray(entry[1]) && entry[1].every((id) => typeof id === 'string'),
  )
  return { user, runs: Object.fromEntries(known) }
}

/** What `user` follows; what another one has started is not theirs to watch. */
export function runsOf(followed: Followed | undefined, user: number | undefined): Followed['runs'] {
  return followed !== undefined && followed.user === user ? followed.runs : {}
}
