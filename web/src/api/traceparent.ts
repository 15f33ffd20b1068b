/** Returns a `traceparent` header (W3C Trace Context) that begins a new trace: random IDs, and a request to record the trace. */
export function traceparent(): string {
  return `00-${randomId(16)}-${randomId(8)}-01`
}

/** Returns random bytes in hexadecimal digits. IDs of zeros only are invalid. */
function randomId(length: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(length))
  if (bytes.every((byte) => byte === 0)) return randomId(length)
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
