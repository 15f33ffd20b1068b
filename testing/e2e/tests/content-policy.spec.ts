import { expect, test } from '../support/test.ts'

/** Every other test fails as soon as the browser reports a violation (`watch` in support/test.ts); here, some are provoked. */
const REPORTS = /^policy violation: (style-src-elem|style-src-attr|require-trusted-types-for)/

test('ASVS 3.4.3: injected styles and markup are blocked and reported', async ({ page, watch }) => {
  const reports: string[] = []
  page.on('console', (message) => REPORTS.test(message.text()) && reports.push(message.text()))
  watch.allow(/policy violation|Content Security Policy|TrustedHTML/)
  const response = await page.goto('/login')
  const policy = response?.headers()['content-security-policy'] ?? ''
  expect(policy).toMatch(/style-src 'self' 'nonce-[^']{20,}';/)
  expect(policy).toContain("require-trusted-types-for 'script'")
  expect(policy).not.toContain('unsafe')
  await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible()

  const found = await page.evaluate(() => {
    const root = document.documentElement
    const style = document.createElement('style')
    style.append('html { --injected: 1 }')
    document.head.append(style)
    root.setAttribute('style', '--written: 1')
    return {
      injected: getComputedStyle(root).getPropertyValue('--injected'),
      written: getComputedStyle(root).getPropertyValue('--written'),
      applied: [...document.querySelectorAll('style[data-mantine-styles]')].every(
        (element) => ((element as HTMLStyleElement).sheet?.cssRules.length ?? 0) > 0,
      ),
    }
  })
  expect(found).toEqual({ injected: '', written: '', applied: true })
  expect(await page.evaluate(markup, '<img src="x" onerror="document.title = 1">')).toBe('TypeError')
  expect(await page.evaluate(markup, 'a { b: c }')).toBe('a { b: c }')
  await expect.poll(() => reports.length).toBe(3)
})

function markup(text: string): string {
  const place = document.createElement('div')
  try {
    place.innerHTML = text
  } catch (error) {
    return (error as Error).name
  }
  return place.textContent
}
