import { expect, test } from 'vitest'
import document from '../../../../api/openapi.json?raw'
import { contentColumns } from './columns'
import { pathsOf, type TableCode } from './tables'

type Parameter = { name: string; schema: { pattern?: string } }
type Document = { paths: Record<string, { get: { parameters: Parameter[] } }> }

const api = JSON.parse(document) as Document

test.each<[TableCode, string[]]>([
  ['instagram', ['shortcode', 'caption', 'cost']],
  ['tiktok', ['video_id', 'caption', 'cost']],
  ['all', ['platform', 'item_id', 'caption', 'cost', 'shares']],
])('the server can export every column of %s', (table, own) => {
  const columns = contentColumns(table, {
    currencies: { tracked: null, others: null },
    seesGroups: true,
  }).flatMap(({ exported }) => exported ?? [])
  expect(columns).toEqual(expect.arrayContaining(['account', 'date_posted', 'views', 'updated_at', ...own]))
  const parameter = api.paths[pathsOf(table).export]?.get.parameters.find(({ name }) => name === 'columns')
  expect(columns.join(',')).toMatch(new RegExp(parameter?.schema.pattern ?? '^$'))
})
