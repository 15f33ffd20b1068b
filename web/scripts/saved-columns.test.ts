import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { savedColumns } from '../src/pages/content/savedColumns.ts'

type Parameter = { name: string; schema: { pattern?: string } }
type Document = { paths: Record<string, { get: { parameters: Parameter[] } }> }

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
const api = JSON.parse(read('../../api/openapi.json')) as Document

test.each([
  ['instagram', 'InstagramTab', 'all-instagram-posts', ['Account', 'Shortcode']],
  ['tiktok', 'TiktokTab', 'all-tiktok-videos', ['Account', 'Video ID', 'Shares', 'Caption']],
])('the server has a name for every column of %s', (_, tab, table, some) => {
  const columns = read(`../src/pages/content/${tab}.tsx`)
  const titles = Array.from(columns.matchAll(/title: '([^']+)'/g), ([, title = '']) => title)
  const shared = ['Account', 'Date Posted', 'Views', 'Likes', 'Comments', 'CPM', 'Engagement', 'Last Updated']
  const shown = [...new Set([...titles, ...shared, ...some])].map((title) => ({ title }))
  const parameter = api.paths[`/api/dashboard/${table}/export`]?.get.parameters.find(
    ({ name }) => name === 'columns',
  )
  const names = savedColumns(shown)
  expect(names).toMatch(new RegExp(parameter?.schema.pattern ?? '^$'))
  // Each column has one name in the parameter; the link has three.
  expect(names.split(',')).toHaveLength(shown.length + 2)
})
