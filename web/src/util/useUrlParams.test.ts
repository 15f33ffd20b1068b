import { expect, test } from 'vitest'
import { withParameters } from './urlParams'
import { SearchChanges } from './useUrlParams'

type Navigation = { search: string; replace: boolean }

/** A fake browser whose navigations complete when the test decides. */
function browser(start: string) {
  const navigations: Navigation[] = []
  let address = start
  let arrive: (() => void) | undefined
  const changes = new SearchChanges(() => address)
  const set = (parameters: Record<string, string>, replace = false) =>
    changes.apply(
      (search) => withParameters(search, parameters),
      replace,
      (search, replaces) =>
        new Promise((resolve) => {
          navigations.push({ search, replace: replaces })
          arrive = () => {
            address = `?${search}`
            resolve()
          }
        }),
    )
  const arrived = async () => {
    arrive?.()
    await Promise.resolve()
    await Promise.resolve()
  }
  return { set, navigations, arrived, goTo: (other: string) => (address = other) }
}

test('two simultaneous changes are both in the URL', () => {
  const { set, navigations } = browser('?tab=tiktok')
  set({ from: '2026-11-01' })
  set({ to: '2026-11-21' })
  expect(navigations.at(-1)?.search).toBe('tab=tiktok&from=2026-11-01&to=2026-11-21')
})

test('a pending push stays a push after a later replacement', () => {
  const { set, navigations } = browser('')
  set({ q: 'a' }, true)
  set({ sort: 'views' }, false)
  set({ q: 'ab' }, true)
  expect(navigations.map(({ replace }) => replace)).toEqual([true, false, false])
})

test('a change after navigation starts from the current URL', async () => {
  const { set, navigations, arrived, goTo } = browser('')
  set({ q: 'a' }, true)
  await arrived()
  goTo('?q=back')
  set({ page: '2' }, true)
  expect(navigations.at(-1)).toEqual({ search: 'q=back&page=2', replace: true })
})

test('lists in the URL stay readable', () => {
  const { set, navigations } = browser('')
  set({ accounts: '3,7' })
  expect(navigations.at(-1)?.search).toBe('accounts=3,7')
})
