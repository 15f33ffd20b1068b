/** The code of an outcome as a short name: `rate_limited` is `Rate limited`. */
export function outcomeName(code: string): string {
  const text = code.replaceAll('_', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
