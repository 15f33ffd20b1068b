// @vitest-environment happy-dom

import { expect, test } from 'vitest'
import { changedChoice } from './useColumns'

const COLUMNS = [{ title: 'Views' }, { title: 'CPM' }, { title: 'Saves', optional: true }]

test.each<[stored: string[], hidden: string[], next: string[]]>([
  [
    ['CPM', '+Saves'],
    ['Views', 'CPM', 'Saves'],
    ['Views', 'CPM'],
  ],
  [['Views'], [], ['+Saves']],
])('a choice %j of available columns is replaced when %j are hidden', (stored, hidden, next) => {
  expect(changedChoice(COLUMNS, stored, hidden)).toEqual(next)
})

test('the choice for columns that are not available now is kept', () => {
  expect(changedChoice(COLUMNS, ['Gained', '+Group', '+Saves'], ['CPM', 'Saves'])).toEqual([
    'Gained',
    '+Group',
    'CPM',
  ])
})
