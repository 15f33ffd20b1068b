import { useQueryClient } from '@tanstack/react-query'
import type { Platform } from '@/shared/lib/platform'
import { platformKey } from './keys'
import type { Figures, Items } from './model'

/** What an item is called, if a list with it was read. */
export function useItemName(platform: Platform): (id: number) => string | undefined {
  const client = useQueryClient()
  return (id) => {
    const lists = client.getQueriesData<Items>({ queryKey: [...platformKey(platform), 'items'] })
    const videos = client.getQueriesData<Figures[]>({ queryKey: [...platformKey(platform), 'videos'] })
    return [
      ...lists.flatMap(([, list]) => list?.items ?? []),
      ...videos.flatMap(([, list]) => list ?? []),
    ].find(({ collected }) => collected === id)?.name
  }
}
