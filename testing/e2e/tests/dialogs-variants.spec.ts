import { DIALOGS, FOLLOWING, openDialog } from '../support/screens/dialogs.ts'
import { testsOfDialogs } from '../support/screens/dialogTest.ts'
import { examineAllVariants, VARIANTS } from '../support/screens/examine.ts'
import { expect } from '../support/test.ts'

const test = testsOfDialogs()
// They are opened on a desktop by dialogs-keyboard.spec.ts.
test.use({ viewport: VARIANTS.phone.viewport })

for (const dialog of [...DIALOGS, ...FOLLOWING]) {
  test(dialog.name, async ({ page, world, signIn }) => {
    await signIn(page)
    await page.goto(dialog.path(world))
    await dialog.before?.(page, world)
    const opened = await openDialog(page, dialog, world)
    // The dialog takes the focus once it has opened.
    await expect(opened.locator(':focus')).toBeVisible()
    await examineAllVariants(page, `dialog-${dialog.name}`)
  })
}
