import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { testDay } from '@/charts/days/testDay'
import { byPlatform } from '@/util/platform'
import { GrowthPanel } from './GrowthPanel'

const COUNTS = { items: 1, views: 90, likes: 4, comments: 3, shares: 2, saves: 0, cost: null }
const GAINS = {
  ...byPlatform(() => ({ gained: COUNTS, previous: { ...COUNTS, views: 9, likes: 8, shares: 0 }, top: [] })),
  cost_rule: { model: 'none' },
  has_exceptions: false,
}

let root: Root
const place = document.createElement('div')
/** Answers the read of the days. */
let answer: (response: Response) => void

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-27T12:00:00Z'), toFake: ['Date'] })
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const trend = new Promise<Response>((resolve) => {
    answer = resolve
  })
  vi.stubGlobal('fetch', async ({ url }: Request) => {
    if (url.includes('/trend')) return trend
    return Response.json(url.includes('/gains') ? GAINS : { content: {} })
  })
})
afterEach(() => {
  act(() => root.unmount())
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Waits until the panel shows this. */
const shows = (text: string) => act(() => vi.waitFor(() => expect(place.textContent).toContain(text)))

async function open() {
  root = createRoot(place)
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  act(() =>
    root.render(
      <MantineProvider>
        <QueryClientProvider client={client}>
          <MemoryRouter initialEntries={['/?period=7-days']}>
            <GrowthPanel groupId={undefined} />
          </MemoryRouter>
        </QueryClientProvider>
      </MantineProvider>,
    ),
  )
  await shows('+90')
}

/** Returns the hidden text whose place is kept. */
const reserved = () => place.querySelector<HTMLElement>('[data-reserved]')?.dataset['reserved']

const DAYS = ['2026-11-12', '2026-11-13', '2026-11-14']

/** Returns the days of platforms whose data begin on these days. */
const trendOf = (instagram: string, others: string) =>
  byPlatform((platform) =>
    DAYS.map((day) => testDay(day, { items: day < (platform === 'instagram' ? instagram : others) ? 0 : 1 })),
  )

test('nothing is compared before the days of the data are known, or if they cannot be read', async () => {
  await open()
  expect(place.textContent).not.toContain('▲')
  expect(place.textContent).not.toContain('compared with')
  expect(reserved()).toContain('compared with Nov 13 – Nov 19, 2026.')
  answer(Response.json({ error: 'down', code: 'internal' }, { status: 500 }))
  await act(() => vi.waitFor(() => expect(reserved()).toBeUndefined()))
  expect(place.textContent).not.toContain('compared with')
  expect(place.textContent).not.toContain('▲')
})

test('a period after complete ones is compared', async () => {
  await open()
  answer(Response.json(trendOf('2026-11-12', '2026-11-12')))
  await shows('▲ 900%')
  expect(place.textContent).toContain('compared with Nov 13 – Nov 19, 2026.')
  const tiktok = place.querySelector('[aria-label="TikTok"]')?.textContent
  expect(tiktok).toContain('Views gained+90▲ 900% (+81)')
  expect(tiktok).toContain('Likes+4▼ 50% (−4)')
  expect(tiktok).toContain('Comments+3no change')
  expect(tiktok).toContain('Shares+2none before (+2)')
})

test('a period is not described as compared if it is compared on no platform', async () => {
  await open()
  answer(Response.json(trendOf('2026-11-13', '2026-11-14')))
  await shows('The period before is incomplete, so it is not compared.')
  expect(place.textContent).not.toContain('compared with')
  expect(place.textContent).not.toContain('▲')
})

test('a period that is compared on one platform is described as compared', async () => {
  await open()
  answer(Response.json(trendOf('2026-11-12', '2026-11-14')))
  await shows('TikTok: data since Nov 14, 2026.')
  expect(place.textContent).toContain('compared with')
  expect(place.textContent?.match(/▲ 900%/g)).toHaveLength(1)
})
