/** The number of accounts, and of characters, that the API accepts. */
export const MAX_ACCOUNTS = 10
export const MAX_LENGTH = 400

export const cleaned = (name: string) => name.trim().replace(/^@/, '')
export const isSame = (name: string) => (other: string) => other.toLowerCase() === name.toLowerCase()

/** Parses the account filter of the URL, `google,natgeo`: usernames, or parts of usernames. */
export function accountNames(filter: string): string[] {
  return withNames([], filter.split(','))
}

/** Adds names to the account filter, as many as the API accepts. */
export function addNames(filter: string, names: readonly string[]): string {
  const chosen = names.reduce((all, name) => {
    const next = withNames(all, [name])
    return next.length <= MAX_ACCOUNTS && next.join(',').length <= MAX_LENGTH ? next : all
  }, accountNames(filter))
  return chosen.join(',')
}

export function removeName(filter: string, name: string): string {
  return accountNames(filter)
    .filter((other) => other !== name)
    .join(',')
}

/** Adds names that are not blank and not there yet. */
export function withNames(chosen: readonly string[], names: readonly string[]): string[] {
  const all = [...chosen]
  for (const name of names.map(cleaned)) if (name !== '' && !all.some(isSame(name))) all.push(name)
  return all
}
