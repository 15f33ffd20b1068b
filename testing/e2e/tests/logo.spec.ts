import { expect, test } from '../support/test.ts'

test('the logo is shown directly, at every size, and with its asset path', async ({
  page,
  signIn,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page)
  await page.goto('/logo-test')
  await expect(page.getByRole('heading', { name: 'Logo Display Test' })).toBeVisible()
  const direct = page.getByRole('img', { name: 'Clipmeter logo', exact: true })
  const path = await direct.getAttribute('src')
  expect(path).toMatch(/\.svg$/)

  const widths: number[] = []
  for (const size of ['xs', 'sm', 'md', 'lg', 'xl']) {
    const logo = page.getByRole('img', { name: `Clipmeter logo, ${size}`, exact: true })
    await expect(logo).toHaveJSProperty('complete', true)
    expect(await logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    widths.push(await logo.evaluate((image: HTMLImageElement) => image.width))
  }
  expect(widths).toEqual([...new Set(widths)].toSorted((a, b) => a - b))

  await expect(page.getByRole('link', { name: path ?? '' })).toHaveAttribute('href', path ?? '')
  await page.getByRole('button', { name: 'Copy asset path' }).click()
  await expect(page.getByText('Copied to clipboard')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(path)
})
