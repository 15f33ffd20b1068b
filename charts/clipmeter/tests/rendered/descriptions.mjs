/**
 * Prints the schema of the values with the comments of values.yaml as descriptions, which editors and registries show: node
 * descriptions.mjs VALUES SCHEMA. A comment of the operator's also describes the same settings of the API and of scrapers.
 */
import { readFileSync } from 'node:fs'

const WIDTH = 140

/** Returns the comments directly above the keys of values.yaml, by path. */
function comments(text) {
  const [found, path, comment] = [new Map(), [], []]
  for (const line of text.split('\n')) {
    const [, indent, note, key] = line.match(/^( *)(?:# ?(.*)|([\w/.-]+):.*)$/) ?? []
    if (note !== undefined) comment.push(note)
    else {
      if (key) {
        path.length = indent.length / 2
        path.push(key)
        if (comment.length > 0) found.set(path.join('.'), comment.join(' '))
      }
      comment.length = 0
    }
  }
  return found
}

/** Returns the node with its description first. Below a reference, properties contain only descriptions. */
function described(node, path, texts, schema) {
  const name = path.join('.')
  const description = texts.get(name) ?? texts.get(name.replace(/^(api|scraper)\./, 'operator.'))
  const target = node.$ref ? schema.$defs[node.$ref.replace('#/$defs/', '')] : node
  const children = Object.entries(target.properties ?? {}).map(([key, child]) => {
    const result = described(node.$ref ? without(child) : child, [...path, key], texts, schema)
    return [key, result]
  })
  const kept = node.$ref ? children.filter(([, child]) => Object.keys(child).length > 0) : children
  const { description: _, properties: __, ...rest } = node
  const ordered = {}
  if (description) ordered.description = description
  for (const [key, value] of Object.entries(rest)) {
    ordered[key] = value
    if (kept.length > 0 && (key === 'type' || key === '$ref')) ordered.properties = Object.fromEntries(kept)
  }
  return ordered
}

/** An empty node with the properties of another, for the descriptions below a reference. */
const without = ({ properties }) =>
  properties
    ? { properties: Object.fromEntries(Object.entries(properties).map(([k, v]) => [k, without(v)])) }
    : {}

/** Formats JSON in one line. */
function inline(value) {
  if (Array.isArray(value)) return `[${value.map(inline).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value).map(([key, child]) => `${JSON.stringify(key)}: ${inline(child)}`)
  return entries.length > 0 ? `{ ${entries.join(', ')} }` : '{}'
}

/** Formats JSON with as much in a line as fits. */
function format(value, indent = '', used = 0) {
  const line = inline(value)
  if (indent.length + used + line.length <= WIDTH || typeof value !== 'object') return line
  const deeper = `${indent}  `
  const lines = Object.entries(value).map(([key, child]) => {
    const label = Array.isArray(value) ? '' : `${JSON.stringify(key)}: `
    return `${deeper}${label}${format(child, deeper, label.length)}`
  })
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  return `${open}\n${lines.join(',\n')}\n${indent}${close}`
}

const [values, schema] = process.argv.slice(2).map((file) => readFileSync(file, 'utf8'))
const before = JSON.parse(schema)
console.log(format(described(before, [], comments(values), before)))
