import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import { ExportButton } from './ExportButton'

afterEach(() => void vi.unstubAllGlobals())

const untilAborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

test('an export counts as a change in progress until it is canceled', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const queries = new QueryClient()
  const place = document.createElement('div')
  const root = createRoot(place)
  act(() =>
    root.render(
      <MantineProvider>
        <QueryClientProvider client={queries}>
          <ExportButton call={untilAborted} empty={false} />
        </QueryClientProvider>
      </MantineProvider>,
    ),
  )
  await act(async () => place.querySelector('button')?.click())
  expect(queries.isMutating()).toBe(1)
  await act(async () => place.querySelector<HTMLElement>('[aria-label="Cancel the export"]')?.click())
  expect(queries.isMutating()).toBe(0)
  expect(place.querySelector('button')?.textContent).toBe('Export CSV')
  act(() => root.unmount())
})
