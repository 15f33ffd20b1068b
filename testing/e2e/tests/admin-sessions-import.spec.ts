import { holdRequest } from '../support/screens/holdRequest.ts'
import { press } from '../support/screens/keyboard.ts'
import { expectTiles, makeSessions, sessionRows, test } from '../support/data/sessions.ts'
import { expect } from '../support/test.ts'

const SCREEN = '/admin/sessions'
const [FIRST = '', SECOND = '', THIRD = ''] = makeSessions(3)

test('sessions are added by keyboard only, and the result of each is shown', async ({ page, pool }) => {
  await pool.set([FIRST])
  await page.goto(SCREEN)
  await press(page.getByRole('button', { name: 'Add Sessions' }))
  const dialog = page.getByRole('dialog', { name: 'Add Instagram Sessions' })
  const field = dialog.getByLabel('Session IDs')
  await expect(field).toBeFocused()
  await expect(dialog.getByText('One session ID per line')).toBeVisible()

  await expect(dialog.getByRole('button', { name: 'Add Sessions' })).toBeDisabled()
  await field.fill('   \n \n')
  await expect(dialog.getByRole('button', { name: 'Add Sessions' })).toBeDisabled()
  await field.clear()

  const release = await holdRequest(page, 'POST', '**/api/scraping/sessions')
  await field.focus()
  await page.keyboard.insertText(`${FIRST}\n\n  ${SECOND}\nno session; at all\nshort\n${THIRD}\n   `)
  await press(dialog.getByRole('button', { name: 'Add Sessions' }))
  await expect(dialog.getByRole('button', { name: 'Adding...' })).toBeDisabled()
  release()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('2 added · 1 duplicate · 2 invalid · 3 in total')).toBeVisible()
  await expectTiles(page, { total: '3', page: '1 / 1', showing: '3 items' })
  expect((await pool.read()).sessions).toEqual([FIRST, SECOND, THIRD])

  await press(page.getByRole('button', { name: 'Dismiss' }))
  await expect(page.getByText('2 added')).toBeHidden()
  await press(page.getByRole('button', { name: 'Add Sessions' }))
  await expect(field).toHaveValue('')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})

test('more than 1000 lines are imported only after confirmation', async ({ page, pool }) => {
  await pool.set([])
  await page.goto(SCREEN)
  await press(page.getByRole('button', { name: 'Bulk Import' }))
  const dialog = page.getByRole('dialog', { name: 'Bulk Import Sessions' })
  const field = dialog.getByLabel('Session IDs')
  await expect(dialog.getByText('Large Import Support')).toBeVisible()
  await expect(
    dialog.getByText('Supports unlimited sessions and duplicates are automatically filtered'),
  ).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Import Sessions' })).toBeDisabled()

  const lines = makeSessions(1001)
  await field.fill(`${lines.join('\n')}\n\n   \n`)
  await press(dialog.getByRole('button', { name: 'Import Sessions' }))
  const question = page.getByRole('dialog', {
    name: 'You are about to import 1001 sessions. This may take a moment. Continue?',
  })
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(question).toBeHidden()
  await expect(field).toHaveValue(new RegExp(FIRST))
  expect((await pool.read()).total).toBe(0)

  const release = await holdRequest(page, 'POST', '**/api/scraping/sessions/bulk')
  await press(dialog.getByRole('button', { name: 'Import Sessions' }))
  await press(question.getByRole('button', { name: 'Import Sessions' }))
  await expect(dialog.getByRole('button', { name: 'Importing...' })).toBeDisabled()
  release()
  await expect(page.getByText('1,001 added · 0 duplicates · 0 invalid · 1,001 in total')).toBeVisible()
  await expect(dialog).toBeHidden()

  await press(page.getByRole('button', { name: 'Bulk Import' }))
  await field.fill(lines.slice(1).join('\n'))
  await press(dialog.getByRole('button', { name: 'Import Sessions' }))
  await expect(page.getByText('0 added · 1,000 duplicates · 0 invalid · 1,001 in total')).toBeVisible()
})

test('a text file is uploaded; other files are rejected', async ({ page, pool }) => {
  await pool.set([FIRST])
  await page.goto(SCREEN)
  const file = page.getByLabel('Session file')
  const alert = (text: string) => page.getByRole('dialog', { name: text })

  await file.setInputFiles({ name: 'sessions.csv', mimeType: 'text/csv', buffer: Buffer.from(SECOND) })
  await expect(alert('Please upload text files only')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(alert('Please upload text files only')).toBeHidden()

  const large = Buffer.alloc(10 * 1024 * 1024 + 1, 'a')
  await file.setInputFiles({ name: 'sessions.txt', mimeType: 'text/plain', buffer: large })
  await expect(alert('File is too large. Maximum size is 10MB')).toBeVisible()
  await page.keyboard.press('Escape')
  expect((await pool.read()).total).toBe(1)

  const buffer = Buffer.from(`${FIRST}\r\n${SECOND}\r\n\r\nnot-a-session\r\n`)
  await file.setInputFiles({ name: 'sessions.txt', mimeType: 'text/plain', buffer })
  await expect(page.getByText('1 added · 1 duplicate · 1 invalid · 2 in total')).toBeVisible()
  await expect(sessionRows(page)).toHaveCount(2)

  const chooser = page.waitForEvent('filechooser')
  await press(page.getByRole('button', { name: 'Upload File' }))
  expect((await chooser).isMultiple()).toBe(false)
})

test('an import that ends after its dialog was closed leaves the next one as it is', async ({
  page,
  pool,
}) => {
  await pool.set([FIRST])
  await page.goto(SCREEN)
  const release = await holdRequest(page, 'POST', '**/api/scraping/sessions/bulk')
  await press(page.getByRole('button', { name: 'Bulk Import' }))
  const importing = page.getByRole('dialog', { name: 'Bulk Import Sessions' })
  await importing.getByLabel('Session IDs').fill(SECOND)
  await press(importing.getByRole('button', { name: 'Import Sessions' }))
  await expect(importing.getByRole('button', { name: 'Importing...' })).toBeDisabled()
  await press(importing.getByRole('button', { name: 'Cancel' }))
  await expect(importing).toBeHidden()

  await press(page.getByRole('button', { name: 'Add Sessions' }))
  const adding = page.getByRole('dialog', { name: 'Add Instagram Sessions' })
  await adding.getByLabel('Session IDs').fill(THIRD)
  release()
  await expect(page.getByText('1 added · 0 duplicates · 0 invalid · 2 in total')).toBeVisible()
  await expect(adding).toBeVisible()
  await expect(adding.getByLabel('Session IDs')).toHaveValue(THIRD)
})
