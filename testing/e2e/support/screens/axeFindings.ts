import type { Page } from '@playwright/test'
import axe from 'axe-core'

type Finding = { id: string; nodes: string[] }

/**
 * Returns axe's findings on a page, by all or some of its rules. The app has no frames, so axe runs in the page alone; it is injected
 * once and reports details only for findings: both take longer than the check itself.
 */
export async function findingsOf(page: Page, rules?: string[]): Promise<Finding[]> {
  const isThere = await page.evaluate(() => 'axe' in window)
  if (!isThere) await page.evaluate(axe.source)
  return page.evaluate(async (only) => {
    const { run } = (window as unknown as { axe: typeof axe }).axe
    const { violations } = await run(document, {
      resultTypes: ['violations'],
      ...(only && { runOnly: { type: 'rule', values: only } }),
    })
    return violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html) }))
  }, rules)
}
