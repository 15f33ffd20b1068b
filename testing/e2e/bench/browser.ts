import type { Page } from '@playwright/test'

/** Performance entries of a visit: number of tasks over 50 ms, the longest one in ms, and the sum of layout shifts. */
export type Watched = { tasks: number; longest: number; shift: number }

/** Makes every page of the tab record its long tasks and layout shifts in `window.watched`. */
export async function watchPage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const watched = { tasks: 0, longest: 0, shift: 0 }
    Object.assign(window, { watched })
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) {
        watched.tasks += 1
        watched.longest = Math.max(watched.longest, duration)
      }
    }).observe({ type: 'longtask', buffered: true })
    new PerformanceObserver((list) => {
      for (const { value } of list.getEntries() as unknown as { value: number }[]) watched.shift += value
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** Presses Next `times` times; returns how long after each response the visible rows were painted, in ms. */
export async function changePages(page: Page, times: number): Promise<number[]> {
  const next = page.getByRole('button', { name: 'Next' })
  const taken: number[] = []
  await next.waitFor()
  for (let change = 0; change < times; change += 1) {
    const painted = page.evaluate(nextPainted)
    await next.click()
    taken.push(await painted)
  }
  return taken
}

/** Runs in the page: waits until new rows are painted; returns the milliseconds since the response. */
function nextPainted(): Promise<number> {
  const before = document.querySelector('tbody > tr')?.textContent
  performance.clearResourceTimings()
  return new Promise((resolve) => {
    const check = () => {
      const first = document.querySelector('tbody > tr')?.textContent
      if (first === before || document.querySelector('[aria-busy="true"]')) return
      observer.disconnect()
      // A task after the next frame: by then the rows are on screen.
      requestAnimationFrame(() =>
        setTimeout(() => {
          const responses = performance
            .getEntriesByType('resource')
            .filter(({ name }) => name.includes('/api/dashboard/all-')) as PerformanceResourceTiming[]
          resolve(performance.now() - Math.max(...responses.map(({ responseEnd }) => responseEnd)))
        }),
      )
    }
    const observer = new MutationObserver(check)
    observer.observe(document.body, { subtree: true, childList: true, attributes: true })
  })
}
