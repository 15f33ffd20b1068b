import assert from 'node:assert/strict'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { ROOT } from '../suite/run.mjs'

const FOLDER = 'docs/operator'
/** Files whose names look like values. */
const FILES = /\.(md|yaml|json|crt|key|html)$/

const read = (path) => readFileSync(join(ROOT, path), 'utf8')

/** The calls of a page's shell function `call`, with `{id}` for placeholders. */
function calls(page) {
  return [...page.matchAll(/\bcall (GET|POST|PUT|PATCH|DELETE) '?(\/[\w/-]+)/g)].map(
    ([, method, path]) => `${method} /api${path.replaceAll(/\/ID\b/g, '/{id}')}`,
  )
}

/** The values of the chart that a page names in backticks, as far as they begin with one of the top-level keys. */
function values(page, tops) {
  return [...page.matchAll(/`([a-z]\w*(?:\.\w+)+)(?:[=:][^`]*)?`/g)]
    .map(([, name]) => name)
    .filter((name) => tops.includes(name.split('.')[0]) && !FILES.test(name))
}

/** Whether the schema of the values has a name; the keys of free-form objects are not checked. */
function isValue(name, schema) {
  let node = schema
  for (const key of name.split('.')) {
    if (node.$ref)
      node = node.$ref
        .slice(2)
        .split('/')
        .reduce((part, step) => part[step], schema)
    if (node.properties === undefined) return true
    node = node.properties[key]
    if (node === undefined) return false
  }
  return true
}

const PAGES = readdirSync(join(ROOT, FOLDER)).map((name) => `${FOLDER}/${name}`)

test('calls and values of a page are found', () => {
  assert.deepEqual(calls("`call GET '/a/b?c=1'` call POST /d/ID/e '{}'"), [
    'GET /api/a/b',
    'POST /api/d/{id}/e',
  ])
  assert.deepEqual(values('`a.b=false` `a.b.c: 2` `c.d` `a.md`', ['a']), ['a.b', 'a.b.c'])
  const schema = { properties: { a: { properties: { b: {} } }, c: { $ref: '#/definitions/c' } } }
  schema.definitions = { c: { properties: { d: {} } } }
  const found = ['a.b', 'a.b.free', 'a.c', 'c.d', 'c.e'].filter((name) => isValue(name, schema))
  assert.deepEqual(found, ['a.b', 'a.b.free', 'c.d'])
})

test('every HTTP call in a page of commands exists', () => {
  const { paths } = JSON.parse(read('api/openapi.json'))
  const named = PAGES.flatMap((page) => calls(read(page)))
  assert.ok(named.length > 10)
  assert.deepEqual(
    named.filter((call) => {
      const [method, path] = call.split(' ')
      return paths[path]?.[method.toLowerCase()] === undefined
    }),
    [],
  )
})

test('every value of the chart that a page names exists', () => {
  const schema = JSON.parse(read('charts/clipmeter/values.schema.json'))
  const tops = Object.keys(schema.properties)
  const named = PAGES.flatMap((page) => values(read(page), tops).map((name) => [page, name]))
  assert.ok(named.length > 50)
  assert.deepEqual(
    named.filter(([, name]) => !isValue(name, schema)),
    [],
  )
})
