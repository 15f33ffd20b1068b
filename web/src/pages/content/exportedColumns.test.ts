import { expect, test } from 'vitest'
import { PLATFORMS, type Platform } from '@/util/platform'
import document from '../../../../api/openapi.json?raw'
import { contentColumns } from './columns'

type Parameter = { name: string; schema: { pattern?: string } }
type Document = { paths: Record<string, { get: { parameters: Parameter[] } }> }

const api = JSON.parse(document) as Document

test.each<[Platform, string[]]>([
  ['instagram', ['shortcode', 'caption', 'cost']],
  ['tiktok', ['video_id', 'caption', 'cost']],
])('the server can export every column of %s', (platform, own) => {
  const columns = contentColumns(platform, { currency: null, seesGroups: true }).flatMap(
    ({ exported }) => exported ?? [],
  )
  expect(columns).toEqual(expect.arrayContaining(['account', 'date_posted', 'views', 'updated_at', ...own]))
  const parameter = api.paths[PLATFORMS[platform].paths.export]?.get.parameters.find(
    ({ name }) => name === 'columns',
  )
  expect(columns.join(',')).toMatch(new RegExp(parameter?.schema.pattern ?? '^$'))
})
