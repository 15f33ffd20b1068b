import { expect, test } from 'vitest'
import { hiddenTitles, storedChoice, widthOf } from './column'

test('the width of columns is their sum if each has one', () => {
  expect(widthOf([{ width: 100 }, { width: 20 }])).toBe(120)
  expect(widthOf([{ width: 100 }, {}, { width: 20 }])).toBeUndefined()
})

const COLUMNS = [{ title: 'Views' }, { title: 'CPM' }, { title: 'Saves', optional: true }]

test.each<[stored: string[], hidden: string[]]>([
  [[], ['Saves']],
  [['CPM'], ['CPM', 'Saves']],
  [['CPM', '+Saves'], ['CPM']],
  [['+Saves'], []],
])('the stored choice %j hides %j, and back', (stored, hidden) => {
  expect(hiddenTitles(COLUMNS, stored)).toEqual(hidden)
  expect(storedChoice(COLUMNS, hidden)).toEqual(stored)
})

test('an unknown stored column is ignored', () => {
  expect(hiddenTitles(COLUMNS, ['Reach', '+Reach'])).toEqual(['Saves'])
})
