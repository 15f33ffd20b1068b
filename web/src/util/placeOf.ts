/** Returns the element, or the only visible one of its name, which replaced it, as in the other layout of a resized window. */
export function placeOf(element: Element): HTMLElement | undefined {
  if (element.isConnected) return element instanceof HTMLElement ? element : undefined
  const name = element.getAttribute('aria-label')
  if (name === null) return undefined
  const [place, ...others] = Array.from(
    document.querySelectorAll<HTMLElement>(`[aria-label="${CSS.escape(name)}"]`),
  ).filter((candidate) => candidate.checkVisibility())
  return others.length === 0 ? place : undefined
}
