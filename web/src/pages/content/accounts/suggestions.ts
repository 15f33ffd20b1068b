import type { Choice, Found } from '@/util/choices'
import { cleaned, isSame, withNames } from './accountNames'

/** Splits typed text at its commas into names, and the text after the last one, which is still being typed. */
export function splitTyped(text: string): { names: string[]; rest: string } {
  const parts = text.split(',')
  const rest = parts.pop() ?? ''
  return { names: withNames([], parts), rest: parts.length > 0 ? rest.trimStart() : rest }
}

export const isNamed = (names: readonly string[], { name }: Choice) => names.some(isSame(cleaned(name)))

/** Returns the text as a name to filter by; undefined if it is blank, or the name of one of the choices or of the filter. */
export function typedName(
  text: string,
  choices: readonly Choice[],
  names: readonly string[],
): string | undefined {
  const name = cleaned(text)
  const known = [...names, ...choices.map((choice) => cleaned(choice.name))]
  return name === '' || known.some(isSame(name)) ? undefined : name
}

/**
 * Merges accounts with the same name, on two platforms or tracked by several groups: the filter matches all of them. Platform and
 * group are then those that they share.
 */
export function mergeNames(data: Found['data']): Found['data'] {
  if (data === undefined) return undefined
  const byName = new Map<string, Choice>()
  for (const choice of data.choices) {
    const same = byName.get(choice.name)
    byName.set(choice.name, same ? merged(same, choice) : choice)
  }
  return { choices: [...byName.values()], total: data.total - (data.choices.length - byName.size) }
}

function merged(one: Choice, other: Choice): Choice {
  return {
    ...one,
    formerly: [...one.formerly, ...other.formerly],
    platform: one.platform === other.platform ? one.platform : undefined,
    group: one.group === other.group ? one.group : undefined,
  }
}
