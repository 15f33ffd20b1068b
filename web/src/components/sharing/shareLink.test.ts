import { describe, expect, it } from 'vitest'
import { addressOf, hasExpired, linkOf, type ShareLink } from './shareLink'

const END = '2026-11-08T10:00:00Z'

const LINK: ShareLink = {
  id: 1,
  group_id: 3,
  group_name: 'Studio Kestrel',
  name: 'Ann',
  created_by: 'mara',
  created_at: '2026-11-01T10:00:00Z',
  expires_at: END,
  last_used_at: null,
}

describe('share links', () => {
  it('have the token in the fragment of their address', () => {
    expect(addressOf('abc', 'https://clipmeter.example')).toBe('https://clipmeter.example/share#abc')
  })

  it.each([
    ['2026-11-08T09:59:59Z', END, false],
    ['2026-11-08T10:00:00Z', END, true],
    ['2030-01-01T00:00:00Z', null, false],
  ])('have expired at %s if they end at %s: %s', (now, end, expected) => {
    expect(hasExpired({ ...LINK, expires_at: end }, Date.parse(now))).toBe(expected)
  })

  it.each([
    [
      { name: ' Ann ', validity: '30' },
      { group_id: 3, name: 'Ann', expires_in_days: 30 },
    ],
    [
      { name: 'Ann', validity: '' },
      { group_id: 3, name: 'Ann' },
    ],
  ])('are created from %o', (form, body) => {
    expect(linkOf(form, 3)).toEqual(body)
  })
})
