import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { limitField, PLATFORM_CODES } from '@/util/platform'
import { OverviewTab } from './OverviewTab'

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
})
afterEach(() => void vi.unstubAllGlobals())

const GROUP = {
  id: 3,
  name: 'Client',
  users: [],
  members_manage_accounts: true,
  cost_in_effect: { model: 'none' },
  intervals: Object.fromEntries(PLATFORM_CODES.map((platform) => [platform, 60])),
  tiktok_video_count: 0,
  max_tiktok_videos: 10,
  ...Object.fromEntries(
    PLATFORM_CODES.flatMap((platform) => [
      [platform, { total_views: 0 }],
      [`${platform}_count`, 0],
      [limitField(platform), 10],
    ]),
  ),
}

/** Returns the text of the rule after its name. */
function timeZoneOf(zones: { time_zone: string | null; days_zone: string }) {
  const place = document.createElement('div')
  const root = createRoot(place)
  act(() =>
    root.render(
      <MantineProvider>
        <QueryClientProvider client={new QueryClient()}>
          <MemoryRouter>
            <OverviewTab group={{ ...GROUP, ...zones } as never} />
          </MemoryRouter>
        </QueryClientProvider>
      </MantineProvider>,
    ),
  )
  const name = Array.from(place.querySelectorAll('dt')).find(({ textContent }) => textContent === 'Time zone')
  const text = name?.nextElementSibling?.textContent
  act(() => root.unmount())
  return text
}

test.each([
  [null, 'UTC', 'UTC (default)'],
  ['Asia/Tokyo', 'Asia/Tokyo', 'Asia/Tokyo'],
  ['Asia/Tokyo', 'UTC', 'Asia/TokyoDays are still in UTC time until the change is complete.'],
])('the zone %s of a group whose days are in %s is shown as %j', (time_zone, days_zone, text) => {
  expect(timeZoneOf({ time_zone, days_zone })).toBe(text)
})
