import { expect, test } from 'vitest'
import { formatNewOwner } from './identity'

const NEW_OWNER = {
  username: 'mia.keller',
  display_name: 'Mia K.',
  platform_id: '77',
  followers: 1_234,
  seen_at: '2026-11-21T14:02:00Z',
}

test('who has a name is told by what the platform says', () => {
  expect(formatNewOwner(NEW_OWNER)).toBe('Mia K., 1.2K followers')
  expect(formatNewOwner({ ...NEW_OWNER, display_name: ' ', followers: null })).toBe('@mia.keller')
})

test('nobody may know yet', () => {
  expect(formatNewOwner(null)).toBeUndefined()
})
