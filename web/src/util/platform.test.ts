import { expect, test } from 'vitest'
import {
  countItems,
  itemsTitle,
  listPlatforms,
  platformFields,
  profileUrl,
  safeHref,
  SESSION_PLATFORMS,
} from './platform'

test('only HTTP links are safe', () => {
  expect(safeHref('https://www.tiktok.com/@a/video/1')).toBe('https://www.tiktok.com/@a/video/1')
  // Built from parts: a literal would itself be a script URL.
  expect(safeHref(['javascript', 'alert(1)'].join(':'))).toBeUndefined()
  expect(safeHref('not a link')).toBeUndefined()
})

test('profile links cannot leave the platform', () => {
  expect(profileUrl('instagram', 'google')).toBe('https://www.instagram.com/google')
  expect(profileUrl('tiktok', '../evil')).toBe('https://www.tiktok.com/@..%2Fevil')
})

test('a number of items names posts or videos', () => {
  expect(countItems('instagram', 1)).toBe('1 post')
  expect(countItems('tiktok', 1234)).toBe('1,234 videos')
})

test('platforms are listed in words', () => {
  expect(listPlatforms('and')).toBe('Instagram and TikTok')
  expect(listPlatforms('or')).toBe('Instagram or TikTok')
  expect(listPlatforms('and', [])).toBe('')
  expect(SESSION_PLATFORMS).toBe('Instagram')
  expect(itemsTitle('tiktok')).toBe('TikTok Videos')
})

test('an object has a field for each platform', () => {
  expect(
    platformFields(
      (platform) => `max_${platform}_accounts`,
      (platform) => platform.length,
    ),
  ).toEqual({ max_instagram_accounts: 9, max_tiktok_accounts: 6 })
})
