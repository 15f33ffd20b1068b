/**
 * Prints the objects of a rendering: node snapshot.mjs DEFAULT.json [OTHER.json]. With a second file, it prints the differences instead:
 * additional objects with their fields, missing objects, and changed fields.
 */
import { name, read } from './objects.mjs'

/** Longer texts are cut; other tests examine rules and dashboards. */
const LONGEST = 300

/** Keys whose values differ with every release, are the same in all objects, or are derived from others. */
const OMITTED = /^(app\.kubernetes\.io\/(name|instance|version|managed-by)|helm\.sh\/chart|checksum\/.*)$/
const IDENTITY = ['apiVersion', 'kind']

const cut = (text) => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text)
const isTree = (value) => value !== null && typeof value === 'object'
const equal = (one, other) => JSON.stringify(one) === JSON.stringify(other)

/** The value in one line, similar to YAML. */
function line(value) {
  if (!isTree(value)) return String(value).replaceAll('\n', '\\n')
  if (Array.isArray(value)) return `[${value.map(line).join(', ')}]`
  return `{ ${entries(value)
    .map(([key, child]) => `${key}: ${line(child)}`)
    .join(', ')} }`
}

const entries = (object) => Object.entries(object).filter(([key]) => !OMITTED.test(key))
const join = (path, key) => (/^\w+$/.test(key) ? `${path}${path && '.'}${key}` : `${path}["${key}"]`)

/** Names are better keys of list items than positions: an additional item does not change the others. */
function named(list) {
  const names = list.map((item) => item?.name)
  return names.every((value) => typeof value === 'string') && new Set(names).size === list.length
}

/** The part of a long text that differs, so that other changes of an expression do not change the snapshot. */
function middle(one, other) {
  const shorter = Math.min(one.length, other.length)
  let [start, end] = [0, 0]
  while (start < shorter && one[start] === other[start]) start++
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end++
  return [one, other].map((text) => `…${text.slice(start, text.length - end).slice(0, LONGEST)}…`)
}

function lines(path, before, after) {
  const [old, current] = [before, after].map((text) => text.split('\n'))
  const [missing, additional] = [
    old.filter((text) => !current.includes(text)),
    current.filter((text) => !old.includes(text)),
  ]
  return [`${path}:`, ...missing.map((text) => `  - ${text}`), ...additional.map((text) => `  + ${text}`)]
}

function texts(path, before, after) {
  if (/\n/.test(before + after)) return lines(path, before, after)
  const [old, current] = before.length + after.length > LONGEST ? middle(before, after) : [before, after]
  return [`${path}: ${old} → ${current}`]
}

function lists(path, before, after) {
  if (named(before) && named(after)) {
    const [old, current] = [before, after].map((list) =>
      Object.fromEntries(list.map((item) => [item.name, item])),
    )
    return trees(old, current, (key) => `${path}[${key}]`)
  }
  if (before.length === after.length) return trees({ ...before }, { ...after }, (key) => `${path}[${key}]`)
  const lacks = (list) => (item) => !list.some((other) => equal(item, other))
  return [
    ...before.filter(lacks(after)).map((item) => `- ${path}[]: ${cut(line(item))}`),
    ...after.filter(lacks(before)).map((item) => `+ ${path}[]: ${cut(line(item))}`),
  ]
}

const trees = (before, after, label) =>
  [...new Set([...entries(before), ...entries(after)].map(([key]) => key))].flatMap((key) =>
    differences(label(key), before[key], after[key]),
  )

function differences(path, before, after) {
  if (equal(before, after)) return []
  if (before === undefined) return [`+ ${path}: ${cut(line(after))}`]
  if (after === undefined) return [`- ${path}: ${cut(line(before))}`]
  if (Array.isArray(before) && Array.isArray(after)) return lists(path, before, after)
  if (isTree(before) && isTree(after)) return trees(before, after, (key) => join(path, key))
  return texts(path, String(before), String(after))
}

/** The fields of an additional object, each part of its spec in a line. */
function fields({ metadata, spec, ...rest }) {
  const { name: _name, namespace: _namespace, ...described } = metadata
  return Object.entries({ metadata: described, spec: spec ?? {}, ...rest })
    .filter(([key]) => !IDENTITY.includes(key))
    .flatMap(([key, value]) => trees({}, { ...value }, (child) => join(key, child)))
    .filter((text) => !text.endsWith(': {  }'))
    .map((text) => text.replace('+ ', ''))
}

function compare(defaults, others) {
  const [before, after] = [defaults, others].map(
    (objects) => new Map(objects.map((object) => [name(object), object])),
  )
  return [...new Set([...before.keys(), ...after.keys()])].toSorted().flatMap((key) => {
    const [old, current] = [before.get(key), after.get(key)]
    const content = old && current ? trees(old, current, (field) => field) : current ? fields(current) : []
    if (old && current && content.length === 0) return []
    return [`${old && current ? '~' : current ? '+' : '-'} ${key}`, ...content.map((text) => `    ${text}`)]
  })
}

const [defaults, others] = process.argv.slice(2).map(read)
console.log((others ? compare(defaults, others) : defaults.map(name)).join('\n'))
