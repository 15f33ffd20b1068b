import type { Locator } from '@playwright/test'
import { DIALOGS, openDialog } from '../support/screens/dialogs.ts'
import { testsOfDialogs } from '../support/screens/dialogTest.ts'
import { expect } from '../support/test.ts'

const test = testsOfDialogs()
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

/** More tab stops than any dialog has. */
const STOPS = 16

for (const dialog of DIALOGS) {
  test(`${dialog.name} opens, traps the focus, and returns it when Escape closes the dialog`, async ({
    page,
    world,
    signIn,
  }) => {
    await signIn(page)
    await page.goto(dialog.path(world))
    await dialog.before?.(page, world)
    const opened = await openDialog(page, dialog, world)
    await expect(opened).toBeVisible()
    await expect.poll(() => hasFocus(opened)).toBe(true)
    for (const key of ['Tab', 'Shift+Tab'])
      for (let stop = 0; stop < STOPS; stop += 1) {
        await page.keyboard.press(key)
        expect(await hasFocus(opened), `${key} ${stop + 1}`).toBe(true)
      }

    await page.keyboard.press('Escape')
    await expect(opened).toBeHidden()
    await expect(dialog.opener(page, world)).toBeFocused()
  })
}

function hasFocus(dialog: Locator): Promise<boolean> {
  return dialog.evaluate((element) => element.contains(document.activeElement))
}
