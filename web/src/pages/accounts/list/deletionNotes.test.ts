import { expect, test } from 'vitest'
import { managedAccountsNote } from './deletionNotes'

test('the note on managed accounts counts them', () => {
  expect(managedAccountsNote(0)).toBe('')
  expect(managedAccountsNote(1)).toBe('1 account that is managed outside the dashboard is kept.')
  expect(managedAccountsNote(12)).toBe('12 accounts that are managed outside the dashboard are kept.')
})
