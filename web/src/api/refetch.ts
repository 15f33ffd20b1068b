import { partialMatchKey, type Query, type QueryClient, type QueryKey } from '@tanstack/react-query'

type Options = {
  /** Prefixes of the keys that the returned promise waits for. */
  awaited: readonly QueryKey[]
  /** Whether other data on screen are read again at once; false if they may be those of a deleted group, which cannot be read. */
  others?: boolean
}

/**
 * Marks all data as outdated, after an erasure or a change of a group or of the settings: names, costs, currencies, intervals and
 * limits are on most screens, and in data that are otherwise kept for a while. Those on screen are read again at once, others when
 * they are next shown.
 */
export function refetchAll(queries: QueryClient, { awaited, others = true }: Options): Promise<unknown> {
  const isOther = ({ queryKey }: Query) => !awaited.some((prefix) => partialMatchKey(queryKey, prefix))
  void queries.invalidateQueries({ predicate: isOther, refetchType: others ? 'active' : 'none' })
  return Promise.all(awaited.map((queryKey) => queries.invalidateQueries({ queryKey })))
}
