import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import type { Column } from './column'
import { changedChoice, useColumns } from './useColumns'

const rest = { cell: () => null, card: 'metric' } as const
const COLUMNS: Column<unknown>[] = [
  { title: 'Views', ...rest },
  { title: 'CPM', ...rest },
  { title: 'Saves', ...rest, optional: true },
]

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

function Hidden({ table }: { table: string }) {
  return useColumns(table, COLUMNS).hidden.join()
}

test.each([
  ['["CPM","+Saves"]', 'CPM'],
  ['["CPM",7,null]', 'CPM,Saves'],
  ['[]', 'Saves'],
  ['"CPM"', 'Saves'],
  ['{"CPM":true}', 'Saves'],
  ['["CPM"', 'Saves'],
])('if %s is stored, these columns are hidden: %s', (stored, hidden) => {
  const table = `test ${stored}`
  localStorage.setItem(`clipmeter.hidden-columns.${table}`, stored)
  const place = document.createElement('div')
  const root = createRoot(place)
  flushSync(() => root.render(<Hidden table={table} />))
  expect(place.textContent).toBe(hidden)
  root.unmount()
})
