/** Parses an ID from the URL; undefined if it is invalid. */
export function parseId(text: string | null): number | undefined {
  const id = Number(text)
  return Number.isSafeInteger(id) && id > 0 ? id : undefined
}
