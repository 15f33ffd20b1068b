/** The code of an outcome as a short name: `rate_limited` is `Rate limited`. */
export function outcomeName(code: string): string {
  const words = code.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
