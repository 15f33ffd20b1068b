import type { Locator } from '@playwright/test'

/** Presses a button as the keyboard does it. */
export async function press(button: Locator): Promise<void> {
  await button.focus()
  await button.press('Enter')
}
