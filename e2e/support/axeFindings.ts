import type { Page } from '@playwright/test'
import axe from 'axe-core'

type Finding = { id: string; nodes: string[] }

/**
 * What axe finds on a page. The app has no frames, so that axe runs in the page alone; it comes there once, and details only
 * what it finds: both take longer than the look itself.
 */
export async function findingsOf(page: Page): Promise<Finding[]> {
  const isThere = await page.evaluate(() => 'axe' in window)
  if (!isThere) await page.evaluate(axe.source)
  return page.evaluate(async () => {
    const { run } = (window as unknown as { axe: typeof axe }).axe
    const { violations } = await run(document, { resultTypes: ['violations'] })
    return violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html) }))
  })
}
