import { examineAllVariants } from '../support/screens/examine.ts'
import { press } from '../support/screens/keyboard.ts'
import { test } from '../support/programs/seeded.ts'
import { advanceClock, withFault } from '../support/programs/simulator.ts'
import { expect } from '../support/test.ts'

const WHY = /^Removed on .+\. Data is kept\.$/

type Videos = { videos: { id: number; video_id: string; views: number }[]; total: number }

test('a removed video keeps its numbers and shows its removal in every list', async ({
  page,
  api,
  tracked,
  signIn,
}) => {
  const path = `/api/tiktok/accounts/${tracked.id}/videos`
  const before = await api.get<Videos>(path)
  const removed = before.videos[1]
  if (removed === undefined) throw new Error('the account has too few videos')
  const availability = async () => {
    await api.post(`/api/tiktok/accounts/${tracked.id}/refresh`, {})
    const { videos } = await api.get<{ videos: { id: number; availability: string }[] }>(path)
    return videos.find(({ id }) => id === removed.id)?.availability
  }
  await withFault({ fault: 'item_deleted', username: tracked.username, item: removed.video_id }, async () => {
    // One observation is not enough; an hour later, the item is looked up automatically.
    await advanceClock(3600)
    await expect.poll(availability, { timeout: 180_000 }).toBe('removed')
    // The account may have posted new items within that hour.
    const { total } = await api.get<Videos>(path)
    expect(total).toBeGreaterThanOrEqual(before.total)
    await signIn(page)

    await page.goto(`/tiktok/${tracked.id}`)
    const items = page.getByRole('region', { name: 'All videos' })
    const badge = items
      .getByRole('row')
      .filter({ hasText: removed.video_id })
      .getByRole('button', { name: 'Removed' })
    await expect(badge).toHaveAccessibleDescription(WHY)
    await badge.focus()
    await expect(page.getByRole('tooltip')).toHaveText(WHY)
    await items.getByRole('link', { name: `History of ${removed.video_id}` }).focus()
    await expect(page.getByRole('tooltip')).toHaveCount(0)
    await expect(items).toContainText(`Total: ${total} videos`)
    await examineAllVariants(page, 'removed-items')

    await press(items.getByRole('link', { name: `History of ${removed.video_id}` }))
    const history = page.getByRole('dialog', { name: /^History of a video/ })
    await expect(history.getByRole('button', { name: 'Removed' })).toHaveAccessibleDescription(WHY)
    await expect(history.locator('[role=img]').last()).toHaveAccessibleName(/ \(removed\): [\d,]+ views$/)
    await examineAllVariants(page, 'removed-history')

    await page.goto(`/all-data?tab=tiktok&q=${removed.video_id}`)
    const row = page.getByRole('row').filter({ hasText: removed.video_id })
    await expect(row.getByRole('button', { name: 'Removed' })).toHaveAccessibleDescription(WHY)
    await examineAllVariants(page, 'removed-all-data')
  })
})
