import type { Page } from '@playwright/test'

/** Returns the button with the user's name, which opens the menu. */
export const userButton = (page: Page) => page.getByRole('button', { name: /^Account menu/ })

/** Chooses an item of the menu of the signed-in user. */
export async function chooseInUserMenu(page: Page, name: string): Promise<void> {
  await userButton(page).click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}

export const logOut = (page: Page) => chooseInUserMenu(page, 'Log out')
