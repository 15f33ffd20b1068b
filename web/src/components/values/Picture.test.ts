// @vitest-environment happy-dom
import { act, createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import { Avatar, Thumbnail } from './Picture'

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)

const PATH = '/api/pictures/9f86d081884c7d659a2feaa0c55ad015'

let unmount = () => {}
afterEach(() => act(() => unmount()))

function shown(element: React.ReactElement): HTMLElement {
  const page = document.createElement('div')
  const root = createRoot(page)
  act(() => root.render(element))
  unmount = () => root.unmount()
  return page
}

test.each([
  [
    'of an item',
    createElement(Thumbnail, { platform: 'tiktok', picture: PATH, kind: 'video' }),
    ['40', '53'],
  ],
  ['of an account', createElement(Avatar, { platform: 'instagram', picture: PATH, size: 32 }), ['32', '32']],
])('a picture %s is lazy, has a fixed size and adds no text', (_, element, size) => {
  const picture = shown(element).querySelector('img')
  expect(picture?.getAttribute('src')).toBe(PATH)
  expect(picture?.getAttribute('alt')).toBe('')
  expect(picture?.getAttribute('loading')).toBe('lazy')
  expect([picture?.getAttribute('width'), picture?.getAttribute('height')]).toEqual(size)
})

test.each([null, undefined])('an icon takes the place of a missing picture (%s)', (picture) => {
  const page = shown(createElement(Thumbnail, { platform: 'tiktok', picture, kind: null }))
  expect(page.querySelector('img')).toBeNull()
  expect(page.querySelector('svg')?.getAttribute('aria-hidden')).toBe('true')
})

test('an icon takes the place of a picture that cannot be loaded', () => {
  const page = shown(createElement(Thumbnail, { platform: 'tiktok', picture: PATH, kind: 'image' }))
  act(() => void page.querySelector('img')?.dispatchEvent(new Event('error')))
  expect(page.querySelector('img')).toBeNull()
  expect(page.querySelector('svg')).not.toBeNull()
})
