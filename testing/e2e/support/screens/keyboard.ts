import type { Locator } from '@playwright/test'

/** Presses a button by the keyboard. */
export async function press(button: Locator): Promise<void> {
  await button.focus()
  await button.press('Enter')
}
