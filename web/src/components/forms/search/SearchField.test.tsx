import { MantineProvider } from '@mantine/core'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Choice } from '@/util/choices'
import { SearchField } from './SearchField'
import { useSearchText } from './useSearchText'

const CHOICES: Choice[] = ['ana_knits', 'knitwear'].map((name, index) => ({
  id: index + 1,
  name: `@${name}`,
  formerly: [],
  platform: 'instagram',
  group: undefined,
  views: 0,
}))

let root: Root
let chosen: string[]

function Field({ closes }: { closes: boolean }) {
  const text = useSearchText()
  const add = (name: string) => void chosen.push(name)
  return (
    <SearchField
      label="Accounts"
      words={{ one: 'account', many: 'accounts' }}
      text={text}
      found={{ data: { choices: CHOICES, total: CHOICES.length }, waiting: false, error: null }}
      isChosen={() => false}
      onChoose={({ name }) => add(name)}
      typed={text.text === '' ? undefined : { label: 'As typed', onChoose: () => add(text.text) }}
      full={false}
      closes={closes}
      inputRef={null}
    />
  )
}

const shows = (check: () => void) => vi.waitFor(check, { timeout: 30_000 })
const field = () => document.querySelector<HTMLInputElement>('input[role=combobox]')
const isOpen = () => field()?.getAttribute('aria-expanded')
const marked = () => document.querySelector('[data-combobox-selected]')?.textContent

function press(key: string): void {
  field()?.dispatchEvent(new KeyboardEvent('keydown', { key, code: key, bubbles: true, cancelable: true }))
}

/** Types into the field: React ignores a value that is assigned directly. */
function type(text: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field(), text)
  field()?.dispatchEvent(new Event('input', { bubbles: true }))
}

async function show(closes: boolean): Promise<void> {
  root.render(
    <MantineProvider>
      <Field closes={closes} />
    </MantineProvider>,
  )
  await shows(() => expect(field()).not.toBeNull())
}

beforeAll(() => {
  Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true })
  Element.prototype.scrollIntoView = () => undefined
})

beforeEach(() => {
  chosen = []
  const container = document.createElement('div')
  document.body.append(container)
  root = createRoot(container)
})

afterEach(() => {
  root.unmount()
  document.body.replaceChildren()
})

test('the first arrow down after typing stays on the option that Enter chooses', async () => {
  await show(false)
  type('kni')
  await shows(() => expect(marked()).toBe('@ana_knits'))
  press('ArrowDown')
  await shows(() => expect(field()?.getAttribute('aria-activedescendant')).toBeTruthy())
  expect(marked()).toBe('@ana_knits')
  press('ArrowDown')
  await shows(() => expect(marked()).toBe('@knitwear'))
  press('ArrowUp')
  await shows(() => expect(marked()).toBe('@ana_knits'))
  press('Enter')
  await shows(() => expect(chosen).toEqual(['@ana_knits']))
  expect(isOpen()).toBe('true')
})

test('a choice closes the list if it is to, and an arrow opens it again', async () => {
  await show(true)
  type('kni')
  await shows(() => expect(marked()).toBe('@ana_knits'))
  press('Enter')
  await shows(() => expect(isOpen()).toBe('false'))
  expect(chosen).toEqual(['@ana_knits'])
  expect(field()?.value).toBe('')
  press('ArrowDown')
  await shows(() => expect(isOpen()).toBe('true'))
  press('Escape')
  await shows(() => expect(isOpen()).toBe('false'))
  field()?.click()
  await shows(() => expect(isOpen()).toBe('true'))
})

test('Enter with a closed list chooses the text, and with one that an arrow opened, the first option', async () => {
  await show(true)
  type('kni')
  await shows(() => expect(marked()).toBe('@ana_knits'))
  press('Escape')
  await shows(() => expect(isOpen()).toBe('false'))
  press('ArrowDown')
  await shows(() => expect(marked()).toBe('@ana_knits'))
  press('Enter')
  await shows(() => expect(chosen).toEqual(['@ana_knits']))
  type('knit')
  await shows(() => expect(marked()).toBe('@ana_knits'))
  press('Escape')
  await shows(() => expect(isOpen()).toBe('false'))
  press('Enter')
  await shows(() => expect(chosen).toEqual(['@ana_knits', 'knit']))
})
