/** A JSON object with configuration values. */
export type ConfigDocument = Record<string, unknown>

/** Source of a value: the release, a platform's own scripts, an admin, or on a cluster a resource instead of the admins. */
export type ConfigSource = 'shipped' | 'discovered' | 'admin' | 'resource'

/** One configuration value with its path, for example `instagram.page_size`. A list is a single value. */
export type ConfigEntry = { place: string; value: unknown; source: ConfigSource }

type Layers = {
  effective: ConfigDocument
  own: ConfigDocument
  discovered: ConfigDocument
  managed?: object | null
}

/** Returns all effective values, each with its source. */
export function entriesOf({ effective, own, discovered, managed }: Layers): ConfigEntry[] {
  const above = managed == null ? 'admin' : 'resource'
  return leaves(effective, []).map(({ path, value }) => ({
    place: path.join('.'),
    value,
    source: setsPath(own, path) ? above : setsPath(discovered, path) ? 'discovered' : 'shipped',
  }))
}

/** Parses a typed merge patch: returns an object or an error text. */
export function parseConfig(text: string): { config: ConfigDocument } | { error: string } {
  if (text.trim() === '') return { config: {} }
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? { config: value } : { error: 'Must be an object: { … }' }
  } catch (error) {
    return { error: `Invalid JSON: ${error instanceof Error ? error.message : String(error)}` }
  }
}

/** Formats configuration for editing. */
export function formatConfig(config: unknown): string {
  return JSON.stringify(config, undefined, 2)
}

/** Formats a value on as few readable lines as possible: a list has one line per entry. */
export function linesOf(value: unknown): string[] {
  return Array.isArray(value) && value.length > 0
    ? value.map((entry) => JSON.stringify(entry))
    : [JSON.stringify(value)]
}

function leaves(value: ConfigDocument, path: string[]): { path: string[]; value: unknown }[] {
  return Object.entries(value).flatMap(([name, inner]) =>
    isObject(inner) && Object.keys(inner).length > 0
      ? leaves(inner, [...path, name])
      : [{ path: [...path, name], value: inner }],
  )
}

/** Whether a merge patch sets the value at a path or at one of its parents. */
function setsPath(patch: unknown, [name, ...rest]: string[]): boolean {
  if (name === undefined || !isObject(patch)) return true
  return name in patch && setsPath(patch[name], rest)
}

function isObject(value: unknown): value is ConfigDocument {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
