import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { SharePage } from './SharePage'

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
  sessionStorage.clear()
})

test('the time zone of the viewer is stored before the dashboard is opened', async () => {
  vi.stubGlobal('fetch', async () =>
    Response.json({ time_zone: 'Asia/Kolkata', user: { id: -3, username: 'shared', role: 'viewer' } }),
  )
  let atOpening: string | null = null
  vi.spyOn(location, 'replace').mockImplementation(() => {
    atOpening = localStorage.getItem('clipmeter.time-zones')
  })
  const root = createRoot(document.createElement('div'))
  root.render(
    <MantineProvider>
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter initialEntries={['/share#clipmeter_share_secret']}>
          <SharePage />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  )
  await vi.waitFor(() => expect(atOpening).toBe('{"-3":"Asia/Kolkata"}'), { timeout: 30_000 })
  root.unmount()
})
