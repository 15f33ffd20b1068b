import { MantineProvider } from '@mantine/core'
import { useEffect, useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ConfirmDialog } from './Dialogs'

let root: Root
const place = document.createElement('div')

beforeEach(() => {
  document.body.append(place)
  root = createRoot(place)
  root.render(
    // Without transitions, as for users who prefer reduced motion.
    <MantineProvider env="test">
      <Page />
    </MantineProvider>,
  )
})
afterEach(() => {
  root.unmount()
  place.remove()
})

/** Replaces the button that opens the dialog, as a resized window does. */
let replace: () => void

function Page() {
  const [layout, setLayout] = useState(0)
  useEffect(() => {
    replace = () => setLayout((last) => last + 1)
  }, [])
  const [opened, setOpened] = useState(false)
  const [subject, setSubject] = useState('one')
  return (
    <>
      <button key={layout} type="button" aria-label="Delete one" onClick={() => setOpened(true)}>
        Delete
      </button>
      <ConfirmDialog
        opened={opened}
        title={`Delete ${subject}?`}
        consequence="It is gone."
        confirm="Delete it"
        busy={false}
        onConfirm={() => setSubject('another')}
        onClose={() => setOpened(false)}
      />
    </>
  )
}

const buttons = () => [...document.querySelectorAll('button')]
const button = (text: string) => buttons().find(({ textContent }) => textContent === text)
const focused = () => document.activeElement?.textContent

async function openAndClose() {
  button('Delete')?.focus()
  button('Delete')?.click()
  await vi.waitFor(() => expect(focused()).toBe('Cancel'))
  button('Cancel')?.click()
  await vi.waitFor(() => expect(focused()).toBe('Delete'))
}

test('the focus is on Cancel, and returns to the opener each time the dialog closes', async () => {
  await vi.waitFor(() => expect(button('Delete')).toBeDefined())
  await openAndClose()
  await openAndClose()
})

test('the focus returns to the button that replaced the opener', async () => {
  await vi.waitFor(() => expect(button('Delete')).toBeDefined())
  const opener = button('Delete')
  opener?.focus()
  opener?.click()
  await vi.waitFor(() => expect(focused()).toBe('Cancel'))
  replace()
  await vi.waitFor(() => expect(button('Delete')).not.toBe(opener))
  button('Cancel')?.click()
  await vi.waitFor(() => expect(focused()).toBe('Delete'))
  expect(document.activeElement).toBe(button('Delete'))
})

test('a question that replaces another starts with Cancel in focus', async () => {
  await vi.waitFor(() => expect(button('Delete')).toBeDefined())
  button('Delete')?.click()
  await vi.waitFor(() => expect(focused()).toBe('Cancel'))
  button('Delete it')?.focus()
  button('Delete it')?.click()
  await vi.waitFor(() => expect(document.body.textContent).toContain('Delete another?'))
  expect(focused()).toBe('Cancel')
})
