import { press } from '../support/screens/keyboard.ts'
import { test } from '../support/data/groups.ts'
import { expect } from '../support/test.ts'

test('videos are tracked by URL, and deleted', async ({ page, makeGroup, signIn }) => {
  const group = await makeGroup('Single videos')
  await signIn(page)
  await page.goto(`/tiktok?group=${group.id}`)
  await press(page.getByRole('button', { name: 'Add Videos' }))
  const dialog = page.getByRole('dialog', { name: 'Add TikTok Videos' })
  const field = dialog.getByLabel('Video URLs')
  await expect(field).toBeFocused()
  await expect(dialog.getByText('One video URL per line')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Add Videos' })).toBeDisabled()
  await field.fill(
    'https://www.tiktok.com/@clips/video/7106594312292453675\n\nhttps://example.com/video/1\n   \n',
  )
  await press(dialog.getByRole('button', { name: 'Add 2 Videos' }))
  await expect(dialog.getByText('1 video added, 1 invalid')).toBeVisible()
  // Nothing claims that all of them were added.
  await expect(page.getByText('Videos added for tracking')).toHaveCount(0)
  const rows = dialog.getByRole('list', { name: 'Results' }).getByRole('listitem')
  await expect(rows.nth(0)).toContainText('Not a TikTok video link')
  await expect(rows.nth(1)).toContainText('Added')
  await press(dialog.getByRole('button', { name: 'Edit rejected' }))
  await expect(field).toHaveValue('https://example.com/video/1')
  await press(dialog.getByRole('button', { name: 'Cancel' }))

  await press(page.getByRole('tab', { name: 'Single videos' }))
  await expect(page).toHaveURL(`/tiktok?group=${group.id}&view=videos`)
  await expect(page.getByText('Total: 1 video')).toBeVisible()
  await press(page.getByRole('button', { name: 'Delete video 7106594312292453675' }))
  const question = page.getByRole('dialog', { name: 'Delete this video?' })
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await press(question.getByRole('button', { name: 'Delete video' }))
  await expect(page.getByText('Video deleted')).toBeVisible()
  await expect(page.getByText('No single videos yet')).toBeVisible()
  await press(page.getByRole('button', { name: 'Undo' }))
  await expect(page.getByText('Restored', { exact: true })).toBeVisible()
  await expect(page.getByText('Total: 1 video')).toBeVisible()
})
