import { examine, examineAllVariants } from '../support/screens/examine.ts'
import { press } from '../support/screens/keyboard.ts'
import { pooled } from '../support/data/pool.ts'
import { makeSessions, test } from '../support/data/sessions.ts'
import { expect } from '../support/test.ts'

test('a proxy is added, chosen for a session, and deleted', async ({ page, pool, watch }) => {
  watch.allow(/status of 422/)
  await pool.set(makeSessions(2))
  await page.goto('/admin/sessions?tab=proxies')
  const panel = page.getByRole('region', { name: 'Proxies', exact: true })
  await expect(panel).toContainText('No proxies')
  await examineAllVariants(page, 'proxies-none')

  await press(panel.getByRole('button', { name: 'Add proxy' }))
  const add = page.getByRole('dialog', { name: 'Add proxy' })
  await expect(add.getByLabel('Name')).toBeFocused()
  await press(add.getByRole('button', { name: 'Add proxy' }))
  await expect(add).toContainText('Name is required')
  await expect(add).toContainText('Address is required')
  await add.getByLabel('Name').fill('Frankfurt')
  await add.getByLabel('Address').fill('ftp://proxy.example.com')
  await examineAllVariants(page, 'proxy-add')
  await press(add.getByRole('button', { name: 'Add proxy' }))
  // The API's error is shown, and the input is kept.
  await expect(page.getByRole('alert')).toContainText('socks5')
  await add.getByLabel('Address').fill('socks5://reader:pass-word-of-a-proxy@proxy.example.com:1080')
  await press(add.getByRole('button', { name: 'Add proxy' }))
  await expect(add).toBeHidden()
  const row = panel.getByRole('row').filter({ hasText: 'Frankfurt' })
  await expect(row).toContainText('socks5://proxy.example.com:1080')
  await expect(row).toContainText('Assigned sessions')
  await expect(page.getByText('pass-word-of-a-proxy')).toHaveCount(0)

  await page.getByRole('tab', { name: 'Sessions' }).click()
  await press(pooled(page, 2).getByRole('button', { name: 'Choose a proxy for session #2' }))
  const choose = page.getByRole('dialog', { name: 'Proxy of session #2' })
  await choose
    .getByLabel('Proxy', { exact: true })
    .selectOption({ label: 'Frankfurt (socks5://proxy.example.com:1080)' })
  await examine(page, 'pool-proxy')
  await press(choose.getByRole('button', { name: 'Save' }))
  await expect(choose).toBeHidden()
  await expect(pooled(page, 2)).toContainText('Frankfurt')
  await expect(pooled(page, 1)).toContainText('Default')

  await page.getByRole('tab', { name: 'Proxies' }).click()
  await examineAllVariants(page, 'proxies')
  await press(row.getByRole('button', { name: 'Delete proxy Frankfurt' }))
  const remove = page.getByRole('dialog', { name: 'Delete the proxy Frankfurt?' })
  await expect(remove).toContainText('1 session')
  await press(remove.getByRole('button', { name: 'Delete proxy' }))
  await expect(panel).toContainText('No proxies')
})
