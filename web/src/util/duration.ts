const MINUTE = 60
const HOUR = 60 * MINUTE

/** Formats a duration in whole seconds: `8 s`, `1 min 35 s`, `2 h 5 min`. */
export function formatDuration(seconds: number): string {
  if (seconds === 0) return 'under 1 s'
  if (seconds < MINUTE) return `${seconds} s`
  if (seconds < HOUR) return parts(seconds, MINUTE, 'min', 1, 's')
  return parts(seconds, HOUR, 'h', MINUTE, 'min')
}

function parts(seconds: number, large: number, largeUnit: string, small: number, smallUnit: string): string {
  const rest = Math.floor((seconds % large) / small)
  return `${Math.floor(seconds / large)} ${largeUnit}${rest === 0 ? '' : ` ${rest} ${smallUnit}`}`
}
