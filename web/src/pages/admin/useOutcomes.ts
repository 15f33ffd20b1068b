import { api } from '@/api/client'

/** All outcomes with their texts. They change only with the program's version. */
export const useOutcomes = () =>
  api.useQuery('get', '/api/scraping/outcomes', undefined, { staleTime: Number.POSITIVE_INFINITY })
