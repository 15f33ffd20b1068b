import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot, type Root } from 'react-dom/client'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

const SETTINGS = {
  content_visibility: 'all',
  cost: { model: 'flat', cost: 1 },
  currency: null,
  backfill_items: 0,
  pictures: true,
  picture_quota_mib: 1024,
  time_zone: 'UTC',
  days_pending: 0,
}

let stored = SETTINGS
/** The zone in which days are shown. */
let shown = 'UTC'
let root: Root

beforeAll(async () => {
  Object.defineProperty(document, 'fonts', { value: new EventTarget() })
  Element.prototype.scrollIntoView = () => undefined
  const resolved = new Intl.DateTimeFormat().resolvedOptions()
  // The browser is in Nepal, for which it has a retired name.
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({
    ...resolved,
    timeZone: 'Asia/Katmandu',
  })
  vi.stubGlobal('fetch', async (request: Request) => {
    if (request.method === 'PUT')
      stored = { ...stored, ...((await request.json()) as typeof SETTINGS), days_pending: 3 }
    if (request.url.endsWith('/settings')) return Response.json(stored)
    if (request.url.endsWith('/me')) return Response.json({ time_zone: shown })
    if (request.url.endsWith('/intervals')) return Response.json({ instagram: 60, tiktok: 15, loopreel: 30 })
    return new Response('', { status: 404 })
  })
  const { SettingsTab } = await import('./SettingsTab')
  const { useTimeZone } = await import('@/api/useMe')
  function Zone() {
    return <output>{useTimeZone(undefined)}</output>
  }
  const container = document.createElement('div')
  document.body.append(container)
  root = createRoot(container)
  root.render(
    <MantineProvider>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <SettingsTab />
        <Zone />
      </QueryClientProvider>
    </MantineProvider>,
  )
})

afterAll(() => {
  root.unmount()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const shows = (check: () => void) => vi.waitFor(check, { timeout: 30_000 })

const button = (text: string) =>
  Array.from(document.querySelectorAll('button')).find(({ textContent }) => textContent === text)

const zone = () => {
  const label = Array.from(document.querySelectorAll('label')).find(
    ({ textContent }) => textContent === 'Time zone',
  )
  return document.querySelector<HTMLInputElement>(`[id="${label?.htmlFor}"]`)
}

/** Types into a focused input: React ignores a value that is assigned directly. */
function type(input: HTMLInputElement | null, text: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
  input?.dispatchEvent(new Event('input', { bubbles: true }))
}

const options = () => Array.from(document.querySelectorAll('[role=option]'), ({ textContent }) => textContent)

test('the stored time zone is shown, and that of the browser is offered', async () => {
  await shows(() => expect(zone()?.value).toBe('UTC'))
  expect(document.body.textContent).not.toContain('Recomputing')
  button('Use Asia/Kathmandu, the time zone of this browser')?.click()
  await shows(() => expect(zone()?.value).toBe('Asia/Kathmandu (UTC+5:45)'))
  expect(document.body.textContent).not.toContain('the time zone of this browser')
})

test('a time zone is found by a part of its name', async () => {
  zone()?.focus()
  zone()?.click()
  await shows(() => expect(options().length).toBeGreaterThan(400))
  type(zone(), 'kolk')
  await shows(() => expect(options()).toEqual(['Asia/Kolkata (UTC+5:30)']))
  document.querySelector<HTMLElement>('[role=option]')?.click()
  await shows(() => expect(zone()?.value).toBe('Asia/Kolkata (UTC+5:30)'))
})

test('what is no time zone stays, with an error, and is not saved', async () => {
  zone()?.focus()
  type(zone(), 'Atlantis')
  zone()?.blur()
  await shows(() => expect(document.body.textContent).toContain('No time zone matches “Atlantis”.'))
  expect(zone()?.value).toBe('Atlantis')
  button('Save')?.click()
  await shows(() => expect(document.activeElement).toBe(zone()))
  expect(stored.time_zone).toBe('UTC')
  type(zone(), 'asia/kolkata')
  zone()?.blur()
  await shows(() => expect(zone()?.value).toBe('Asia/Kolkata (UTC+5:30)'))
  expect(document.body.textContent).not.toContain('Atlantis')
})

test('a changed time zone is saved, and the progress of its days is shown', async () => {
  button('Save')?.click()
  await shows(() => expect(document.body.textContent).toContain('Recomputing the days of 3 accounts.'))
  expect(stored.time_zone).toBe('Asia/Kolkata')
  const still = 'Days are still in UTC time until the change is complete.'
  expect(document.body.textContent).toContain(still)
  stored = { ...stored, days_pending: 0 }
  shown = 'Asia/Kolkata'
  await shows(() => expect(document.body.textContent).not.toContain(still))
  expect(document.body.textContent).not.toContain('Recomputing')
  // Far earlier than by its poll.
  await shows(() => expect(document.querySelector('output')?.textContent).toBe('Asia/Kolkata'))
})
