import { expect, type Locator, type Page } from '@playwright/test'

/** Presses a button by the keyboard. Waits until it is enabled: a disabled one ignores the key, such as during its last action. */
export async function press(button: Locator): Promise<void> {
  await expect(button).toBeEnabled()
  await button.focus()
  await button.press('Enter')
}

/** Opens a screen with `g` and a letter. On a busy machine, the letter may be too late to count as part of the shortcut. */
export async function openByKeys(page: Page, letter: string, path: string): Promise<void> {
  await expect(async () => {
    await page.keyboard.press('g')
    await page.keyboard.press(letter)
    await expect(page).toHaveURL(path, { timeout: 3_000 })
  }).toPass({ timeout: 60_000 })
}
