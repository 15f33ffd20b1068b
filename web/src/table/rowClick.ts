import type { MouseEvent } from 'react'

/** Controls in a row, which keep their own clicks. */
const CONTROLS = 'a, button, input, label, [data-tip]'

/**
 * Returns the index of the row that was clicked outside its controls, for a listener on the parent of the rows; undefined for other
 * clicks. Clicks in a dialog that a row opened also reach the listener, and a click may end the selection of text.
 */
export function clickedRow({ currentTarget, target }: MouseEvent): number | undefined {
  if (!(target instanceof Element) || target.closest(CONTROLS) !== null) return undefined
  if (window.getSelection()?.isCollapsed === false) return undefined
  const index = [...currentTarget.children].findIndex((row) => row.contains(target))
  return index < 0 ? undefined : index
}
