import { expect, test } from 'vitest'
import { METRICS, metricsOf } from '@/util/metrics'
import document from '../../../../api/openapi.json?raw'

type Parameter = { name: string; schema: { pattern?: string } }
type Document = { paths: Record<string, { get: { parameters: Parameter[] } }> }

const api = JSON.parse(document) as Document

const sources = import.meta.glob<string>('./*.tsx', { query: '?raw', import: 'default', eager: true })

/** Names of exported columns in a source file: `exported: ['caption']`, `exported: exportedLink('video_id')`. */
const namesIn = (source: string) =>
  Array.from(
    (sources[`./${source}.tsx`] ?? '').matchAll(/exported: (?:\[|exportedLink\()'(\w+)'/g),
    ([, name = '']) => name,
  )

test.each([
  ['instagram', 'InstagramTab', 'all-instagram-posts', ['shortcode']],
  ['tiktok', 'TiktokTab', 'all-tiktok-videos', ['video_id', 'caption']],
] as const)('the server can export every column of %s', (platform, tab, table, own) => {
  expect(namesIn(tab)).toEqual(own)
  expect(namesIn('columns')).toEqual(['date_posted', 'updated_at', 'account'])
  const metrics = metricsOf(platform).map((metric) => METRICS[metric].field)
  const parameter = api.paths[`/api/dashboard/${table}/export`]?.get.parameters.find(
    ({ name }) => name === 'columns',
  )
  const columns = [...own, 'url', 'availability', ...namesIn('columns'), ...metrics].join(',')
  expect(columns).toMatch(new RegExp(parameter?.schema.pattern ?? '^$'))
})
