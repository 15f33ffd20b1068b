/** What an action was done to, in one line: `username: ann · accounts: 2`. */
export function detailsInWords(details: unknown): string {
  if (typeof details !== 'object' || details === null) return ''
  return Object.entries(details)
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => `${name.replaceAll('_', ' ')}: ${inWords(value)}`)
    .join(' · ')
}

function inWords(value: unknown): string {
  if (Array.isArray(value)) return value.map(inWords).join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
