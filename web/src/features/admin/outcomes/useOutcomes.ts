import { api } from '@/shared/api/client'

/** Every outcome that there is, in words. They come with the program. */
export const useOutcomes = () =>
  api.useQuery('get', '/api/scraping/outcomes', undefined, { staleTime: Number.POSITIVE_INFINITY })
