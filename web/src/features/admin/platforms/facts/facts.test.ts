import { expect, test } from 'vitest'
import { factsOf, linesOf, printFacts, readFacts } from './facts'

test('each fact has its place, its value and who says so; an admin comes before what was found', () => {
  const effective = {
    format: 1,
    instagram: {
      page_size: 10,
      documents: { timeline: [{ doc_id: '2' }], clips: [{ doc_id: '3' }] },
      pace: {},
    },
  }
  const found = { instagram: { documents: { timeline: [{ doc_id: '1' }], clips: [{ doc_id: '3' }] } } }
  const own = { instagram: { page_size: 10, documents: { timeline: [{ doc_id: '2' }] } } }
  expect(factsOf({ effective, own, found })).toEqual([
    { place: 'format', value: 1, origin: 'shipped' },
    { place: 'instagram.page_size', value: 10, origin: 'admin' },
    { place: 'instagram.documents.timeline', value: [{ doc_id: '2' }], origin: 'admin' },
    { place: 'instagram.documents.clips', value: [{ doc_id: '3' }], origin: 'found' },
    { place: 'instagram.pace', value: {}, origin: 'shipped' },
  ])
})

test('what a resource says in the admins’ place is not an admin’s', () => {
  const layers = { effective: { a: 1, b: 2 }, own: { a: 1 }, found: {} }
  expect(factsOf({ ...layers, managed: { resource: 'default' } }).map(({ origin }) => origin)).toEqual([
    'resource',
    'shipped',
  ])
  expect(factsOf({ ...layers, managed: null })[0]?.origin).toBe('admin')
})

test('a patch beside a place says nothing of it', () => {
  const [fact] = factsOf({ effective: { a: { b: 1 } }, own: { a: { c: null } }, found: {} })
  expect(fact?.origin).toBe('shipped')
})

test('what was typed is an object, or told why not', () => {
  expect(readFacts('{"tiktok": {"page_size": 10}}')).toEqual({ facts: { tiktok: { page_size: 10 } } })
  expect(readFacts('  ')).toEqual({ facts: {} })
  expect(readFacts('[]')).toEqual({ error: 'It has to be an object: { … }' })
  expect(readFacts('{"a": }')).toEqual({ error: expect.stringMatching(/^This is no JSON: /) })
})

test('what is printed can be read again', () => {
  const facts = { instagram: { documents: { clips: [] } } }
  expect(readFacts(printFacts(facts))).toEqual({ facts })
})

test('each entry of a list has a line of its own', () => {
  expect(linesOf([{ doc_id: '1' }, { doc_id: '2' }])).toEqual(['{"doc_id":"1"}', '{"doc_id":"2"}'])
  expect(linesOf([])).toEqual(['[]'])
  expect(linesOf('1988')).toEqual(['"1988"'])
})
