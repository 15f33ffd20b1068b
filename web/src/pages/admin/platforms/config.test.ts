import { expect, test } from 'vitest'
import { entriesOf, formatConfig, linesOf, parseConfig } from './config'

test('each config entry has a path, a value and a source; admin precedes discovered', () => {
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

test('entries of a managed config have the resource as their source', () => {
  const layers = { effective: { a: 1, b: 2 }, own: { a: 1 }, discovered: {} }
  expect(entriesOf({ ...layers, managed: { resource: 'default' } }).map(({ source }) => source)).toEqual([
    'resource',
    'shipped',
  ])
  expect(entriesOf({ ...layers, managed: null })[0]?.source).toBe('admin')
})

test('a patch of another member does not change the source of an entry', () => {
  const [entry] = entriesOf({ effective: { a: { b: 1 } }, own: { a: { c: null } }, discovered: {} })
  expect(entry?.source).toBe('shipped')
})

test('a typed config is an object, or has an error', () => {
  expect(parseConfig('{"tiktok": {"page_size": 10}}')).toEqual({ config: { tiktok: { page_size: 10 } } })
  expect(parseConfig('  ')).toEqual({ config: {} })
  expect(parseConfig('[]')).toEqual({ error: 'Must be an object: { … }' })
  expect(parseConfig('{"a": }')).toEqual({ error: expect.stringMatching(/^Invalid JSON: /) })
})

test('a printed config parses to the same config', () => {
  const config = { instagram: { documents: { clips: [] } } }
  expect(parseConfig(formatConfig(config))).toEqual({ config })
})

test('each entry of a list is printed on its own line', () => {
  expect(linesOf([{ doc_id: '1' }, { doc_id: '2' }])).toEqual(['{"doc_id":"1"}', '{"doc_id":"2"}'])
  expect(linesOf([])).toEqual(['[]'])
  expect(linesOf('1988')).toEqual(['"1988"'])
})
