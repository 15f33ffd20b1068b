import type { Platform } from './platform'

/** An account or a group that can be chosen. */
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
  /** Zone in which the days of a group are shown. */
  zone?: string
}

/** Choices that a search found. While `waiting`, they are those of the last text; `total` counts those that are not listed, too. */
export type Found = {
  data: { choices: readonly Choice[]; total: number } | undefined
  waiting: boolean
  error: unknown
}

/** Returns the choices with this name, then those whose name contains the text, then those with such a former name. */
export function matching(choices: readonly Choice[], text: string): Choice[] {
  const part = text.trim().replace(/^@/, '').toLowerCase()
  const rank = ({ name, formerly }: Choice) => {
    const lower = name.replace(/^@/, '').toLowerCase()
    if (lower === part) return 0
    if (lower.includes(part)) return 1
    return formerly.some((former) => former.includes(part)) ? 2 : undefined
  }
  return [0, 1, 2].flatMap((place) => choices.filter((choice) => rank(choice) === place))
}
