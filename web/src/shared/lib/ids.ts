/** An id from the address bar, or nothing when it is none. */
export function parseId(text: string | null): number | undefined {
  const id = Number(text)
  return Number.isSafeInteger(id) && id > 0 ? id : undefined
}
