import { expect, test } from 'vitest'
import { widthOf } from '@/table/column'
import { contentColumns } from './columns'
import { columnsFor } from './gainedColumn'
import type { TableCode } from './tables'

/** A window of 1440 pixels without its scroll bar, the sidebar, the padding of the page and the border of the table. */
const FRAME = 1440 - 17 - 216 - 2 * 24 - 2

test.each<[TableCode, boolean]>([
  ['instagram', false],
  ['instagram', true],
  ['tiktok', false],
  ['tiktok', true],
  ['all', false],
  ['all', true],
])('the default columns of %s fit a window of 1440 pixels, with the gained views: %s', (table, gained) => {
  const columns = contentColumns(table, { currencies: { tracked: null, others: null }, seesGroups: true })
  const shown = columnsFor(gained, columns).filter(({ optional }) => !optional)
  expect(shown.some(({ title }) => title === 'Gained')).toBe(gained)
  expect(widthOf(shown)).toBeLessThanOrEqual(FRAME)
})

/** Returns the width of the captions beside the gained views. */
const captionOf = (table: TableCode) => {
  const columns = contentColumns(table, { currencies: { tracked: null, others: null }, seesGroups: false })
  return columnsFor(true, columns).find(({ title }) => title === 'Caption')?.width
}

test('captions are narrower only where the gained views need the room', () => {
  expect(captionOf('all')).toBe(224)
  expect(captionOf('tiktok')).toBe(176)
})
