/** The runs that each control has started and that have not ended, by the control's name. */
type Followed = Record<string, string[]>

/** What was stored, as far as it is what was put there. */
export function parseFollowed(found: unknown): Followed {
  if (typeof found !== 'object' || found === null) return {}
  return Object.fromEntries(
    Object.entries(found).filter(
      (entry): entry is [string, string[]] =>
        Array.isArray(entry[1]) && entry[1].every((id) => typeof id === 'string'),
    ),
  )
}
