import type { Choice } from '@/util/choices'
import { PLATFORMS } from '@/util/platform'

/**
 * Returns the names of the choices. Equal names are followed by the platform, and by the group if both are on the same one: creators
 * often use one username on both platforms.
 */
export function labelsOf(choices: readonly Choice[]): string[] {
  return choices.map((choice) => {
    const { name, platform, group } = choice
    const others = choices.filter((other) => other !== choice && other.name === name)
    if (platform === undefined || others.length === 0) return name
    const alike = others.filter((other) => other.platform === platform)
    const texts = alike.length === others.length ? [] : [PLATFORMS[platform].name]
    if (alike.length > 0 && group !== undefined) texts.push(group)
    return `${name} (${texts.join(', ')})`
  })
}

/** Splits IDs of the URL into choices in the same order, and the IDs of none. */
export function knownOf(
  ids: readonly number[],
  choices: readonly Choice[],
): { known: Choice[]; unknown: number[] } {
  const byId = new Map(choices.map((choice) => [choice.id, choice]))
  return {
    known: ids.flatMap((id) => byId.get(id) ?? []),
    unknown: ids.filter((id) => !byId.has(id)),
  }
}

/** Returns the first of the choices, which are the most viewed; all if they are few, and undefined if their views are not known. */
export function suggestedOf(choices: readonly Choice[], most: number): Choice[] | undefined {
  if (choices.length <= most) return [...choices]
  return choices.some(({ views }) => views === undefined) ? undefined : choices.slice(0, most)
}
