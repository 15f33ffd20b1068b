/**
 * Checks the values against the schema and the sets in ci/: node values.mjs SCHEMA DEFAULTS SET... Prints settings without a default in
 * values.yaml, and settings that no set changes and no snapshot therefore shows.
 */
import { readFileSync } from 'node:fs'

/** Settings that other tests change. */
const ELSEWHERE = [
  'fullnameOverride', // sets.sh
  'operator.image.tag', // sets.sh
  'api.image.tag', // sets.sh
  'scraper.image.tag', // sets.sh
  'global',
  'metrics.rules.', // alerts.sh
  'metrics.dashboard.', // metrics.sh
  'scraper.namespace.name', // sets.sh
]

const [schema, [defaults], ...sets] = process.argv
  .slice(2)
  .map((file) => JSON.parse(readFileSync(file, 'utf8')))

const resolve = (part) => (part.$ref ? schema.$defs[part.$ref.replace('#/$defs/', '')] : part)

/** Lists the settings of the schema: paths of properties that have no properties themselves. */
function settings(part, path = []) {
  const { properties } = resolve(part)
  // Values of this object have no defaults of their own.
  const isOpen = path.length > 0 && JSON.stringify(at(defaults, path)) === '{}'
  if (!properties || isOpen) return [path]
  return Object.entries(properties).flatMap(([name, child]) => settings(child, [...path, name]))
}

const at = (values, path) => path.reduce((value, name) => value?.[name], values)

for (const path of settings(schema)) {
  const name = path.join('.')
  const standard = at(defaults, path)
  if (standard === undefined && name !== 'global') console.log(`values.yaml does not contain ${name}`)
  else if (
    !ELSEWHERE.some((prefix) => name.startsWith(prefix)) &&
    !sets.some(([values]) => {
      const value = at(values, path)
      return value !== undefined && JSON.stringify(value) !== JSON.stringify(standard)
    })
  )
    console.log(`no file in ci/ changes ${name}`)
}
