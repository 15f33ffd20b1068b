import { MantineProvider } from '@mantine/core'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { Drawer } from './MantineOverlays'

const title = () => document.querySelector('.mantine-Drawer-title')?.textContent

test('a drawer keeps its title while it closes', async () => {
  const root = createRoot(document.createElement('div'))
  const show = (opened: boolean, text: string) =>
    flushSync(() =>
      root.render(
        <MantineProvider>
          <Drawer
            opened={opened}
            title={text}
            onClose={() => undefined}
            transitionProps={{ duration: 60_000 }}
          />
        </MantineProvider>,
      ),
    )
  show(false, 'History of a post')
  expect(title()).toBeUndefined()
  show(true, 'History of a video')
  await vi.waitFor(() => expect(title()).toBe('History of a video'), { timeout: 30_000 })
  show(false, 'History of a post')
  expect(title()).toBe('History of a video')
  show(true, 'History of a post by @google')
  expect(title()).toBe('History of a post by @google')
  root.unmount()
})
