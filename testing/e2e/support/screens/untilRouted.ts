import { expect, type Page } from '@playwright/test'

const PROBE = /\?routed$/

/** Waits until the routes of an open page apply: for a moment after the first one is set, the browser still sends requests past it. */
export async function untilRouted(page: Page): Promise<void> {
  if (!page.url().startsWith('http')) return
  await page.route(PROBE, (route) => route.fulfill({ body: 'routed' }))
  const isRouted = () => page.evaluate(async () => (await (await fetch('/?routed')).text()) === 'routed')
  await expect.poll(isRouted).toBe(true)
  await page.unroute(PROBE)
}
