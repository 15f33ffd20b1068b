import { MantineProvider } from '@mantine/core'
import { useForm } from '@mantine/form'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot, type Root } from 'react-dom/client'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { GroupForm } from './groupForm'

const submit = vi.fn<(values: GroupForm) => void>()
let root: Root
let show: (group: { time_zone: string | null; days_zone: string }) => void

beforeAll(async () => {
  Object.defineProperty(document, 'fonts', { value: new EventTarget() })
  Element.prototype.scrollIntoView = () => undefined
  vi.stubGlobal('fetch', async ({ url }: Request) => {
    if (url.endsWith('/settings'))
      return Response.json({ cost: { model: 'flat', cost: 1 }, time_zone: 'Asia/Tokyo' })
    return new Response('', { status: 404 })
  })
  const { GroupFields } = await import('./GroupFields')
  const { GROUP_RULES, NEW_GROUP } = await import('./groupForm')
  function Form({ group }: { group: Parameters<typeof show>[0] }) {
    const form = useForm<GroupForm>({
      initialValues: { ...NEW_GROUP, name: 'Client' },
      validate: GROUP_RULES,
    })
    return (
      <form onSubmit={form.onSubmit((values) => submit(values))}>
        <GroupFields form={form} group={group} />
        <button type="submit">Save</button>
      </form>
    )
  }
  const place = document.createElement('div')
  document.body.append(place)
  root = createRoot(place)
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  show = (group) =>
    root.render(
      <MantineProvider>
        <QueryClientProvider client={queries}>
          <Form group={group} />
        </QueryClientProvider>
      </MantineProvider>,
    )
})

afterAll(() => {
  root.unmount()
  vi.unstubAllGlobals()
})

const shows = (check: () => void) => vi.waitFor(check, { timeout: 30_000 })

const zone = () => {
  const labels = Array.from(document.querySelectorAll('label'))
  const label = labels.find(({ textContent }) => textContent === 'Time zone')
  return document.querySelector<HTMLInputElement>(`[id="${label?.htmlFor}"]`)
}

/** Types a zone and leaves the field: React ignores a value that is assigned directly. */
function type(text: string): void {
  const input = zone()
  input?.focus()
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
  input?.dispatchEvent(new Event('input', { bubbles: true }))
  input?.blur()
}

function save(): void {
  submit.mockClear()
  document.querySelector<HTMLElement>('[type=submit]')?.click()
}

test('a group without a zone has that of the platform, which is named', async () => {
  show({ time_zone: null, days_zone: 'Asia/Tokyo' })
  await shows(() => expect(zone()?.value).toBe('Platform default'))
  await shows(() => expect(document.body.textContent).toContain('Leave blank for the default (Asia/Tokyo).'))
  expect(document.body.textContent).not.toContain('Days are still')
  expect(document.body.textContent).not.toContain('of this browser')
})

test('a zone can be selected by a part of its name', async () => {
  type('kolk')
  await shows(() => expect(zone()?.value).toBe('Asia/Kolkata (UTC+5:30)'))
  save()
  await shows(() =>
    expect(submit).toHaveBeenCalledWith(expect.objectContaining({ time_zone: 'Asia/Kolkata' })),
  )
})

test('what is no zone is not saved as that of the platform', async () => {
  type('Atlantis')
  await shows(() => expect(document.body.textContent).toContain('No time zone matches “Atlantis”.'))
  expect(zone()?.value).toBe('Atlantis')
  save()
  await shows(() => expect(zone()?.getAttribute('aria-invalid')).toBe('true'))
  expect(submit).not.toHaveBeenCalled()
})

test('a field that is left blank means the zone of the platform', async () => {
  type('')
  await shows(() => expect(zone()?.value).toBe('Platform default'))
  expect(document.body.textContent).not.toContain('Atlantis')
  save()
  await shows(() => expect(submit).toHaveBeenCalledWith(expect.objectContaining({ time_zone: '' })))
})

test.each([
  [{ time_zone: 'Asia/Kolkata', days_zone: 'UTC' }, 'UTC'],
  [{ time_zone: null, days_zone: 'Asia/Kolkata' }, 'Asia/Kolkata'],
])('until the days of %o are counted, the field says that they are in %s time', async (group, days) => {
  show(group)
  await shows(() =>
    expect(document.body.textContent).toContain(
      `Days are still in ${days} time until the change is complete.`,
    ),
  )
})

test('after that, it says nothing', async () => {
  show({ time_zone: 'Asia/Kolkata', days_zone: 'Asia/Kolkata' })
  await shows(() => expect(document.body.textContent).not.toContain('Days are still'))
})
