import { PLATFORMS, type Platform } from '@/util/platform'

/** An account or a group that can be compared. */
export type Choice = {
  id: number
  /** `@username`, or the name of the group. */
  name: string
  /** Names under which it is found as well: former usernames. */
  formerly: readonly string[]
  /** Undefined for a group. */
  platform: Platform | undefined
  /** Group of an account, for users who see several. */
  group: string | undefined
  /** Views of all items; undefined for a group. */
  views: number | undefined
}

/** Returns the choices whose name contains the text, then those with such a former name, then those of such a group. */
export function matching(choices: readonly Choice[], text: string): Choice[] {
  const part = text.trim().toLowerCase()
  const name = part.replace(/^@/, '')
  if (name === '') return [...choices]
  const rankOf = (choice: Choice): number => {
    if (choice.name.toLowerCase().includes(name)) return 0
    if (choice.formerly.some((former) => former.includes(name))) return 1
    return choice.group?.toLowerCase().includes(part) ? 2 : 3
  }
  const ranked = choices.map((choice) => ({ choice, rank: rankOf(choice) }))
  return [0, 1, 2].flatMap((rank) => ranked.flatMap((one) => (one.rank === rank ? one.choice : [])))
}

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

/** Returns the most viewed choices; all if there are at most as many, and undefined if their views are not known. */
export function suggestedOf(choices: readonly Choice[], most: number): Choice[] | undefined {
  if (choices.length <= most) return [...choices]
  if (choices.some(({ views }) => views === undefined)) return undefined
  return choices.toSorted((a, b) => (b.views ?? 0) - (a.views ?? 0)).slice(0, most)
}
