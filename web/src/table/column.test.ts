import { expect, test } from 'vitest'
import { widthOf } from './column'

test('columns have a width together when each has one', () => {
  expect(widthOf([{ width: 100 }, { width: 20 }])).toBe(120)
  expect(widthOf([{ width: 100 }, {}, { width: 20 }])).toBeUndefined()
})
