import { expect, test } from 'vitest'
import { claimantInWords } from './identity'

const CLAIMANT = {
  username: 'mia.keller',
  display_name: 'Mia K.',
  platform_id: '77',
  followers: 1_234,
  seen_at: '2026-11-21T14:02:00Z',
}

test('who has a name is told by what the platform says', () => {
  expect(claimantInWords(CLAIMANT)).toBe('Mia K., 1.2K followers')
  expect(claimantInWords({ ...CLAIMANT, display_name: ' ', followers: null })).toBe('@mia.keller')
})

test('nobody may know yet', () => {
  expect(claimantInWords(null)).toBeUndefined()
})
