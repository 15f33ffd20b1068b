import { expect, test } from 'vitest'
import document from '../../../../api/openapi.json?raw'
import { contentColumns } from './columns'
import { pathsOf, type TableCode } from './tables'

type Parameter = { name: string; schema: { pattern?: string } }
type Document = { paths: Record<string, { get: { parameters: Parameter[] } }> }

const api = JSON.parse(document) as Document

const columnsOf = (table: TableCode) =>
  contentColumns(table, { currencies: { tracked: null, others: null }, seesGroups: true })

test.each<[TableCode, string[]]>([
  ['instagram', ['shortcode', 'caption', 'cost']],
  ['tiktok', ['video_id', 'caption', 'cost']],
  ['all', ['platform', 'item_id', 'caption', 'cost', 'shares']],
])('the server can export every column of %s', (table, own) => {
  const columns = columnsOf(table).flatMap(({ exported }) => exported ?? [])
  expect(columns).toEqual(expect.arrayContaining(['account', 'date_posted', 'views', 'updated_at', ...own]))
  const parameter = api.paths[pathsOf(table).export]?.get.parameters.find(({ name }) => name === 'columns')
  expect(columns.join(',')).toMatch(new RegExp(parameter?.schema.pattern ?? '^$'))
})

test.each<[TableCode, string]>([
  ['instagram', 'shortcode'],
  ['tiktok', 'video_id'],
  ['all', 'item_id'],
])('%s exports the ID once, whether optional columns are shown or not', (table, id) => {
  const usual = columnsOf(table).filter(({ optional }) => !optional)
  for (const shown of [usual, columnsOf(table)])
    expect(shown.flatMap(({ exported }) => exported ?? []).filter((name) => name === id)).toHaveLength(1)
})
