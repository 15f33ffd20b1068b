/** Formats an outcome code: `rate_limited` becomes `Rate limited`. */
export function outcomeName(code: string): string {
  const text = code.replaceAll('_', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
