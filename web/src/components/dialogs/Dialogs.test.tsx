import { MantineProvider } from '@mantine/core'
import { useEffect, useState, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ConfirmDialog } from './Dialogs'

let root: Root
const place = document.createElement('div')

beforeEach(() => {
  document.body.append(place)
  root = createRoot(place)
})
afterEach(() => {
  root.unmount()
  place.remove()
})

async function show(page: ReactNode) {
  // Without transitions, as for users who prefer reduced motion.
  root.render(<MantineProvider env="test">{page}</MantineProvider>)
  await vi.waitFor(() => expect(button('Delete')).toBeDefined())
}

/** Replaces the button that opens the dialog, as a resized window does. */
let replace: () => void

/** `others`: further buttons of the same name. */
function Page({ others }: { others?: ReactNode }) {
  const [layout, setLayout] = useState(0)
  useEffect(() => {
    replace = () => setLayout((last) => last + 1)
  }, [])
  const [opened, setOpened] = useState(false)
  const [subject, setSubject] = useState('one')
  return (
    <>
      {others}
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

/** The second dialog replaces the first, which replaces it if it is canceled. */
function Replacing() {
  const [step, setStep] = useState(0)
  return (
    <>
      <button type="button" onClick={() => setStep(1)}>
        Delete
      </button>
      {[1, 2].map((number) => (
        <ConfirmDialog
          key={number}
          opened={step === number}
          title={`Question ${number}`}
          consequence="It is gone."
          confirm={`Confirm ${number}`}
          busy={false}
          onConfirm={() => setStep((number + 1) % 3)}
          onClose={() => setStep(number - 1)}
        />
      ))}
    </>
  )
}

const buttons = () => [...document.querySelectorAll('button')]
const button = (text: string) => buttons().find(({ textContent }) => textContent === text)
const focused = () => document.activeElement?.textContent
const question = () => document.querySelector('[role=dialog]')?.textContent

/** Waits until a dialog that closed has returned the focus. */
const pause = () => new Promise((resolve) => setTimeout(resolve, 50))

function press(text: string) {
  button(text)?.focus()
  button(text)?.click()
}

async function openAndClose() {
  press('Delete')
  await vi.waitFor(() => expect(focused()).toBe('Cancel'))
  press('Cancel')
}

test('the focus is on Cancel, and returns to the opener each time the dialog closes', async () => {
  await show(<Page />)
  await openAndClose()
  await vi.waitFor(() => expect(focused()).toBe('Delete'))
  await openAndClose()
  await vi.waitFor(() => expect(focused()).toBe('Delete'))
})

const hidden = (
  <button type="button" aria-label="Delete one" style={{ display: 'none' }}>
    Hidden
  </button>
)

test('the focus returns to the visible button that replaced the opener', async () => {
  await show(<Page others={hidden} />)
  const opener = button('Delete')
  press('Delete')
  await vi.waitFor(() => expect(focused()).toBe('Cancel'))
  replace()
  await vi.waitFor(() => expect(button('Delete')).not.toBe(opener))
  press('Cancel')
  await vi.waitFor(() => expect(focused()).toBe('Delete'))
  expect(document.activeElement).toBe(button('Delete'))
})

test('the focus goes to no button if several have the name of the replaced opener', async () => {
  await show(
    <Page
      others={
        <button type="button" aria-label="Delete one">
          Other row
        </button>
      }
    />,
  )
  const opener = button('Delete')
  press('Delete')
  await vi.waitFor(() => expect(focused()).toBe('Cancel'))
  replace()
  await vi.waitFor(() => expect(button('Delete')).not.toBe(opener))
  press('Cancel')
  await vi.waitFor(() => expect(question()).toBeUndefined())
  await pause()
  expect(document.activeElement).toBe(document.body)
})

test('a question that replaces another starts with Cancel in focus', async () => {
  await show(<Page />)
  press('Delete')
  await vi.waitFor(() => expect(focused()).toBe('Cancel'))
  press('Delete it')
  await vi.waitFor(() => expect(document.body.textContent).toContain('Delete another?'))
  expect(focused()).toBe('Cancel')
})

async function showsQuestion(number: number) {
  await vi.waitFor(() => expect(question()).toContain(`Question ${number}`))
  await pause()
  expect(question()).toContain(`Question ${number}`)
  expect(focused()).toBe('Cancel')
}

async function openSecond() {
  press('Delete')
  await showsQuestion(1)
  press('Confirm 1')
  await showsQuestion(2)
}

async function cancelBoth() {
  press('Cancel')
  await showsQuestion(1)
  press('Cancel')
  await vi.waitFor(() => expect(question()).toBeUndefined())
}

test('a dialog that replaces another keeps the focus, and returns it to the opener of the first', async () => {
  await show(<Replacing />)
  await openSecond()
  await cancelBoth()
  await vi.waitFor(() => expect(focused()).toBe('Delete'))
  // Each dialog opened a task later the first time.
  await openSecond()
  await cancelBoth()
  await vi.waitFor(() => expect(focused()).toBe('Delete'))
  await openSecond()
  press('Confirm 2')
  await vi.waitFor(() => expect(question()).toBeUndefined())
  await vi.waitFor(() => expect(focused()).toBe('Delete'))
})
