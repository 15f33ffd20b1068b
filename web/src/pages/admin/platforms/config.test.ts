import { expect, test } from 'vitest'
import { entriesOf, formatConfig, linesOf, parseConfig } from './config'

test('each override has its path, value and source; an admin takes precedence over discovery', () => {
  const effective = {
    format: 1,
    instagram: {
      page_size: 10,
      documents: { timeline: [{ doc_id: '2' }], clips: [{ doc_id: '3' }] },
      rate_limits: {},
    },
  }
  const discovered = { instagram: { documents: { timeline: [{ doc_id: '1' }], clips: [{ doc_id: '3' }] } } }
  const own = { instagram: { page_size: 10, documents: { timeline: [{ doc_id: '2' }] } } }
  expect(entriesOf({ effective, own, discovered })).toEqual([
    { place: 'format', value: 1, source: 'shipped' },
    { place: 'instagram.page_size', value: 10, source: 'admin' },
    { place: 'instagram.documents.timeline', value: [{ doc_id: '2' }], source: 'admin' },
    { place: 'instagram.documents.clips', value: [{ doc_id: '3' }], source: 'discovered' },
    { place: 'instagram.rate_limits', value: {}, source: 'shipped' },
  ])
})

test('an override from a resource is not attributed to an admin', () => {
  const layers = { effective: { a: 1, b: 2 }, own: { a: 1 }, discovered: {} }
  expect(entriesOf({ ...layers, managed: { resource: 'default' } }).map(({ source }) => source)).toEqual([
    'resource',
    'shipped',
  ])
  expect(entriesOf({ ...layers, managed: null })[0]?.source).toBe('admin')
})

test('a patch of another path does not affect a value', () => {
  const [entry] = entriesOf({ effective: { a: { b: 1 } }, own: { a: { c: null } }, discovered: {} })
  expect(entry?.source).toBe('shipped')
})

test('accepts an object and explains other input', () => {
  expect(parseConfig('{"tiktok": {"page_size": 10}}')).toEqual({ config: { tiktok: { page_size: 10 } } })
  expect(parseConfig('  ')).toEqual({ config: {} })
  expect(parseConfig('[]')).toEqual({ error: 'It must be an object: { … }' })
  expect(parseConfig('{"a": }')).toEqual({ error: expect.stringMatching(/^This is not valid JSON: /) })
})

test('formatted text can be parsed again', () => {
  const config = { instagram: { documents: { clips: [] } } }
  expect(parseConfig(formatConfig(config))).toEqual({ config })
})

test('each list entry is on its own line', () => {
  expect(linesOf([{ doc_id: '1' }, { doc_id: '2' }])).toEqual(['{"doc_id":"1"}', '{"doc_id":"2"}'])
  expect(linesOf([])).toEqual(['[]'])
  expect(linesOf('1988')).toEqual(['"1988"'])
})
