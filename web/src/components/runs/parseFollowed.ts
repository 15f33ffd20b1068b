/** Unfinished runs that a user started, by the name of the control. */
type Followed = { user: number; runs: Record<string, string[]> }

/** Validates the stored value. */
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

/** Runs of `user`; those that another user started are not shown. */
export function runsOf(followed: Followed | undefined, user: number | undefined): Followed['runs'] {
  return followed !== undefined && followed.user === user ? followed.runs : {}
}
