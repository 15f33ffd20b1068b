/** Copies text and returns whether that succeeded. The Clipboard API exists only over HTTPS and on localhost. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text)
  }
}

/** Fallback that also works over plain HTTP in a local network. */
function copyBySelection(text: string): boolean {
  const area = document.createElement('textarea')
  area.value = text
  area.style.position = 'fixed'
  area.style.opacity = '0'
  // Placed inside an open dialog, whose focus trap would otherwise take the selection away.
  const place = document.activeElement?.closest('[role="dialog"]') ?? document.body
  const focused = document.activeElement
  place.append(area)
  area.select()
  const copied = document.execCommand('copy')
  area.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return copied
}
