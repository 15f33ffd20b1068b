/** A JSON object, as facts are. */
export type ConfigDocument = Record<string, unknown>

/** Who says a fact: the release, a platform's own scripts, an admin, or on a cluster a resource in the admins' place. */
export type ConfigSource = 'shipped' | 'discovered' | 'admin' | 'resource'

/** One fact: its place, `instagram.page_size`, and what holds there. Lists are one fact as a whole. */
export type ConfigEntry = { place: string; value: unknown; source: ConfigSource }

type Layers = {
  effective: ConfigDocument
  own: ConfigDocument
  discovered: ConfigDocument
  managed?: object | null
}

/** All that holds, each with who says so. */
export function entriesOf({ effective, own, discovered, managed }: Layers): ConfigEntry[] {
  const above = managed == null ? 'admin' : 'resource'
  return leaves(effective, []).map(({ path, value }) => ({
    place: path.join('.'),
    value,
    source: says(own, path) ? above : says(discovered, path) ? 'discovered' : 'shipped',
  }))
}

/** What was typed as a merge patch: an object, or why it is none. */
export function parseConfig(text: string): { config: ConfigDocument } | { error: string } {
  if (text.trim() === '') return { config: {} }
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? { config: value } : { error: 'It has to be an object: { … }' }
  } catch (error) {
    return { error: `This is no JSON: ${error instanceof Error ? error.message : String(error)}` }
  }
}

/** Facts as people edit them. */
export function formatConfig(config: unknown): string {
  return JSON.stringify(config, undefined, 2)
}

/** A fact on as few lines as can be read: a list has one for each entry. */
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

/** Whether a merge patch says what holds at a place, or at one that it lies in. */
function says(patch: unknown, [name, ...rest]: string[]): boolean {
  if (name === undefined || !isObject(patch)) return true
  return name in patch && says(patch[name], rest)
}

function isObject(value: unknown): value is ConfigDocument {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
