import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Link } from './Link'

let root: Root
let place: HTMLElement
/** Whether each click was handled, so that the browser does not open the link itself. */
let handled: boolean[]

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  place = document.createElement('div')
  handled = []
  const page = document.createElement('div')
  page.append(place)
  page.addEventListener('click', (event) => {
    handled.push(event.defaultPrevented)
    event.preventDefault()
  })
  root = createRoot(place)
  act(() =>
    root.render(
      <MemoryRouter initialEntries={['/groups?group=3']}>
        <Link to={{ pathname: '/compare', search: 'by=account' }} state="kept">
          Compare
        </Link>
        <Address />
      </MemoryRouter>,
    ),
  )
})
afterEach(() => {
  act(() => root.unmount())
  vi.unstubAllGlobals()
})

function Address() {
  const { pathname, search, state } = useLocation()
  return <output>{`${pathname}${search} ${String(state)}`}</output>
}

function click(keys: MouseEventInit) {
  const event = new MouseEvent('click', { bubbles: true, cancelable: true, ...keys })
  act(() => void place.querySelector('a')?.dispatchEvent(event))
  return place.querySelector('output')?.textContent
}

test('a link has an address for the browser and opens it in the app', () => {
  expect(place.querySelector('a')?.getAttribute('href')).toBe('/compare?by=account')
  expect(click({})).toBe('/compare?by=account kept')
  expect(handled).toEqual([true])
})

test.each([{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { button: 1 }])(
  'the browser opens a link that is clicked with %o',
  (keys) => {
    expect(click(keys)).toBe('/groups?group=3 null')
    expect(handled).toEqual([false])
  },
)
