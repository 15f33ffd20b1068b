/** A JSON object, as facts are. */
export type Facts = Record<string, unknown>

/** Who says a fact: the release, a platform's own scripts, an admin, or on a cluster a resource in the admins' place. */
export type Origin = 'shipped' | 'found' | 'admin' | 'resource'

/** One fact: its place, `instagram.page_size`, and what holds there. Lists are one fact as a whole. */
export type Fact = { place: string; value: unknown; origin: Origin }

type Layers = { effective: Facts; own: Facts; found: Facts; managed?: object | null }

/** All that holds, each with who says so. */
export function factsOf({ effective, own, found, managed }: Layers): Fact[] {
  const above = managed == null ? 'admin' : 'resource'
  return leaves(effective, []).map(({ path, value }) => ({
    place: path.join('.'),
    value,
    origin: says(own, path) ? above : says(found, path) ? 'found' : 'shipped',
  }))
}

/** What was typed as a merge patch: an object, or why it is none. */
export function readFacts(text: string): { facts: Facts } | { error: string } {
  if (text.trim() === '') return { facts: {} }
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? { facts: value } : { error: 'It has to be an object: { … }' }
  } catch (error) {
    return { error: `This is no JSON: ${error instanceof Error ? error.message : String(error)}` }
  }
}

/** Facts as people edit them. */
export function printFacts(facts: unknown): string {
  return JSON.stringify(facts, undefined, 2)
}

/** A fact on as few lines as can be read: a list has one for each entry. */
export function linesOf(value: unknown): string[] {
  return Array.isArray(value) && value.length > 0
    ? value.map((entry) => JSON.stringify(entry))
    : [JSON.stringify(value)]
}

function leaves(value: Facts, path: string[]): { path: string[]; value: unknown }[] {
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

function isObject(value: unknown): value is Facts {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
