import { expect, test } from 'vitest'
import { countItems, profileUrl, safeHref } from './platform'

test('accepts only web links', () => {
  expect(safeHref('https://www.tiktok.com/@a/video/1')).toBe('https://www.tiktok.com/@a/video/1')
  // Built from parts: a literal would itself be a script URL.
  expect(safeHref(['javascript', 'alert(1)'].join(':'))).toBeUndefined()
  expect(safeHref('not a link')).toBeUndefined()
})

test('profile links cannot leave the platform', () => {
  expect(profileUrl('instagram', 'google')).toBe('https://www.instagram.com/google')
  expect(profileUrl('tiktok', '../evil')).toBe('https://www.tiktok.com/@..%2Fevil')
})

test('formats numbers of items', () => {
  expect(countItems('instagram', 1)).toBe('1 post')
  expect(countItems('tiktok', 1234)).toBe('1,234 videos')
})
