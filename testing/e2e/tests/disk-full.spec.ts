import { examineAllVariants } from '../support/screens/examine.ts'
import { expect, test } from '../support/test.ts'

// Filling a disk requires a mount, which the program's own tests have; here the API's response is mocked.
for (const { state, title } of [
  { state: 'low', title: 'The disk is nearly full' },
  { state: 'full', title: 'The disk is full' },
])
  test(`an admin sees on every screen that the disk is ${state}`, async ({ page, signIn }) => {
    await signIn(page)
    const message = 'The disk at /data is filling up. Make room on it.'
    await page.route('**/api/admin/storage', (route) => route.fulfill({ json: { state, message } }))
    await page.goto('/')
    const banner = page.getByRole('alert').filter({ hasText: title })
    await expect(banner).toContainText(message)
    await examineAllVariants(page, `storage-${state}`)
    await page.goto('/admin/users')
    await expect(banner).toBeVisible()
  })
