import { EventEmitter, once } from 'node:events'
import type { Page } from '@playwright/test'

/** Lets calls wait until the returned function is called, so that the screen can be seen waiting. */
export async function holdRequest(page: Page, method: string, url: string): Promise<() => void> {
  const gate = new EventEmitter()
  const opened = once(gate, 'open')
  await page.route(url, async (route) => {
    if (route.request().method() === method) await opened
    await route.continue()
  })
  return () => void gate.emit('open')
}
