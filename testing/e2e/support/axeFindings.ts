import type { Page } from '@playwright/test'
import axe from 'axe-core'

type Finding = { id: string; nodes: string[] }

/**
 * Returns axe's findings on a page. The app has no frames, so axe runs in the page alone; it is injected once and reports details
 * only for findings: both take longer than the check itself.
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
