import type { Locator } from '@playwright/test'
import { examineAllVariants, VARIANTS } from '../support/screens/examine.ts'
import { test as base } from '../support/data/groups.ts'
import { expect } from '../support/test.ts'

/** A scrape is a separate process that sends requests to the simulator. */
const SCRAPED_WITHIN = 120_000

const test = base.extend<{ group: { id: number } }>({
  group: async ({ api, makeGroup }, use, { testId }) => {
    const group = await makeGroup(`Variants ${testId.slice(-12)}`)
    const accounts = ['morning.coffee', 'harbour.walks', 'slow.bread'].map((username) => ({ username }))
    await api.post('/api/tiktok/accounts/bulk', { accounts, group_id: group.id })
    await api.post('/api/tiktok/videos/add', {
      urls: ['https://www.tiktok.com/@clips/video/7106594312292453675', 'https://vm.tiktok.com/ZMabc123/'],
      group_id: group.id,
    })
    await use(group)
  },
})

// Other tests do the same on a desktop.
test.use({ viewport: VARIANTS.phone.viewport })

test('adding accounts', async ({ page, group, signIn }) => {
  await signIn(page)
  await page.goto(`/tiktok?group=${group.id}`)
  // On a phone, the button is in another place when the accounts have loaded.
  await expect(page.getByRole('article')).toHaveCount(3)
  await page.getByRole('button', { name: 'Add Account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Accounts' })
  await dialog.getByText('Upload File').click()
  await dialog.locator('input[type=file]').setInputFiles(
    ['spring.txt', 'summer.txt'].map((name) => ({
      name,
      mimeType: 'text/plain',
      buffer: Buffer.from(`${name}\n`.repeat(40)),
    })),
  )
  await expect(dialog.getByRole('button', { name: 'Add 80 Accounts' })).toBeEnabled()
  await examineAllVariants(page, 'add-accounts-file')
  await dialog.getByText('Paste List').click()
  await dialog.getByLabel('Usernames').fill('@evening.tea\nmorning.coffee\nno name!\nevening.tea')
  await examineAllVariants(page, 'add-accounts-paste')
  await dialog.getByRole('button', { name: 'Add 4 Accounts' }).click()
  await expect(dialog.getByText('1 account added, 2 duplicates, 1 invalid')).toBeVisible()
  await examineAllVariants(page, 'add-accounts-results')
})

test('selecting accounts', async ({ page, group, signIn }) => {
  await signIn(page)
  await page.goto(`/tiktok?group=${group.id}`)
  const card = page.getByRole('article', { name: '@slow.bread' })
  const note = card.getByRole('button', { name: /\(not found\)$/ })
  // The error appears after the platform has responded.
  await expect(note).toBeVisible({ timeout: SCRAPED_WITHIN })
  await page.getByRole('button', { name: 'Select', exact: true }).click()
  await card.click()
  await expect(page.getByRole('button', { name: 'Delete (1)' })).toBeVisible()
  // The whole card is one checkbox, even over tooltip triggers.
  await clickOver(note, card)
  await expect(page.getByRole('button', { name: 'Delete (0)' })).toBeVisible()
  await clickOver(note, card)
  await expect(page.getByRole('button', { name: 'Delete (1)' })).toBeVisible()
  await examineAllVariants(page, 'select-accounts')
})

test('single videos', async ({ page, group, signIn }) => {
  await signIn(page)
  await page.goto(`/tiktok?group=${group.id}&view=videos`)
  await expect(page.getByText('Total: 2 videos')).toBeVisible()
  await examineAllVariants(page, 'single-videos')
  await page.getByRole('button', { name: 'Add Videos' }).click()
  await expect(page.getByLabel('Video URLs')).toBeFocused()
  await examineAllVariants(page, 'add-videos')
})

/** Clicks the card where it shows an element, also if cards above it have grown in the meantime. */
async function clickOver(thing: Locator, card: Locator): Promise<void> {
  const [box, frame] = await Promise.all([thing.boundingBox(), card.boundingBox()])
  if (box === null || frame === null) throw new Error('there is nothing to click')
  await card.click({
    position: { x: box.x - frame.x + box.width / 2, y: box.y - frame.y + box.height / 2 },
  })
}
