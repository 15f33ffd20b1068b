import type { Api } from './api.ts'

/** Returns the number of runs that have not ended. */
export async function openRuns(api: Api): Promise<number> {
  const count = async (status: string) =>
    (await api.get<{ total: number }>(`/api/scraping/runs?status=${status}`)).total
  return (await count('queued')) + (await count('running'))
}
