import { QueryClient, QueryClientProvider, useMutation } from '@tanstack/react-query'
import { act, useEffect } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closingCall } from './closingCall'

type Shown = ReturnType<typeof closingCall<string>>

let root: Root
let dialog: Shown
const calls: { resolve: () => void; reject: () => void }[] = []
const close = vi.fn<() => void>()

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  root = createRoot(document.createElement('div'))
  act(() =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <Dialog onShow={(shown) => void (dialog = shown)} />
      </QueryClientProvider>,
    ),
  )
})
afterEach(() => {
  act(() => root.unmount())
  calls.length = 0
  close.mockClear()
  vi.unstubAllGlobals()
})

function Dialog({ onShow }: { onShow: (shown: Shown) => void }) {
  const call = useMutation({
    mutationFn: (_name: string) =>
      new Promise<void>((resolve, reject) => void calls.push({ resolve, reject: () => reject(new Error()) })),
  })
  useEffect(() => void onShow(closingCall(call, close)))
  return null
}

/** Does something, and waits until its result is rendered. */
const after = (change: () => void) =>
  act(async () => {
    change()
    await new Promise((rendered) => setTimeout(rendered))
  })

const end = (which: number, how: 'resolve' | 'reject') => after(() => calls[which]?.[how]())

test('a dialog closes when its call succeeds', async () => {
  await after(() => dialog.send('first'))
  await end(0, 'resolve')
  expect(close).toHaveBeenCalledOnce()
})

test('a dialog stays open when its call fails', async () => {
  await after(() => dialog.send('first'))
  await end(0, 'reject')
  expect(close).not.toHaveBeenCalled()
})

test('a dialog that was left is not closed by its call, in case it is open again', async () => {
  await after(() => dialog.send('first'))
  await after(() => dialog.leave())
  expect(close).toHaveBeenCalledOnce()
  await end(0, 'resolve')
  expect(close).toHaveBeenCalledOnce()
  await after(() => dialog.send('second'))
  await end(1, 'resolve')
  expect(close).toHaveBeenCalledTimes(2)
})
