import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { lastPeriods, lastViews, session } from '@/api/session'
import { Link } from '@/util/url/Link'
import { useScreenAddress } from './screenAddress'
import { SCREENS } from './screens'

const USER = { id: 7, username: 'ann', role: 'admin', is_admin: true }

let root: Root
const place = document.createElement('div')

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  session.start({ user: USER as never, token: 'secret' })
})
afterEach(() => {
  act(() => root.unmount())
  session.end()
  lastPeriods.set(undefined)
  lastViews.set(undefined)
  vi.unstubAllGlobals()
})

const addresses = () => [...place.querySelectorAll('a')].map((link) => link.getAttribute('href'))

function open(address: string) {
  root = createRoot(place)
  act(() =>
    root.render(
      <MemoryRouter initialEntries={[address]}>
        <Navigation />
      </MemoryRouter>,
    ),
  )
  return addresses()
}

function Navigation() {
  const addressOf = useScreenAddress()
  return SCREENS.map((screen) => screen.nav && <Link key={screen.path} to={addressOf(screen)} />)
}

test.each([
  ['/?period=28-days', '/?period=28-days'],
  // Another period, of a copied address, or a group: the link leads back to the usual view.
  ['/?period=7-days', '/'],
  ['/?group=3', '/'],
  ['/?group=3&period=28-days', '/?period=28-days'],
  ['/?period=custom&from=2026-11-01&to=2026-11-02', '/'],
])('on %s, the link of the screen leads to %s', (address, expected) => {
  lastPeriods.set({ 7: '28-days' })
  expect(open(address)[0]).toBe(expected)
})

test('the link of the screen formats a list as the screen does', () => {
  lastViews.set({ ann: 'account=anna%2Cben' })
  expect(open('/all-data?account=anna,ben')).toContain('/all-data?account=anna,ben')
})

test('the links of other screens lead to the view that was left and the group, without a period', () => {
  lastPeriods.set({ 7: '28-days' })
  lastViews.set({ ann: 'q=some' })
  const links = open('/?group=3&period=28-days')
  expect(links).toContain('/instagram?group=3')
  expect(links).toContain('/all-data?q=some&group=3')
})
