import { useQueryClient } from '@tanstack/react-query'
import { api, client } from '@/shared/api/client'
import type { Schema } from '@/shared/api/types'
import { POLL } from '@/shared/constants/business'
import { fileName, saveFile } from '@/shared/lib/download'

const EVIDENCE = '/api/scraping/evidence'

export type UnreadAnswer = Schema<'UnreadAnswer'>

/** Answers that were not understood, the newest first. */
export const useEvidence = () =>
  api.useQuery('get', EVIDENCE, undefined, { refetchInterval: POLL.adminOverview })

export function useReloadEvidence() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: ['get', EVIDENCE] })
}

/** Saves an answer as the file that `scraper parse --evidence` reads. */
export async function downloadEvidence(id: number): Promise<void> {
  const { data, response } = await client.GET('/api/scraping/evidence/{id}', {
    params: { path: { id } },
    parseAs: 'blob',
  })
  if (!(data instanceof Blob)) throw new Error('an answer without a body')
  saveFile(data, fileName(response.headers.get('content-disposition')) ?? `evidence-${id}.json`)
}
