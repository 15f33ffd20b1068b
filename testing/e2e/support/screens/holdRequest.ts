import { EventEmitter, once } from 'node:events'
import type { Page } from '@playwright/test'
import { untilRouted } from './untilRouted.ts'

/** Delays calls until the returned function is called, so that the pending state of the screen can be tested. */
export async function holdRequest(page: Page, method: string, url: string): Promise<() => void> {
  const gate = new EventEmitter()
  const opened = once(gate, 'open')
  await page.route(url, async (route) => {
    if (route.request().method() === method) await opened
    await route.continue()
  })
  await untilRouted(page)
  return () => void gate.emit('open')
}
