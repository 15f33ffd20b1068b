import { useQueryClient } from '@tanstack/react-query'
import { api, client } from '@/api/client'
import type { Schema } from '@/api/types'
import { POLL } from '@/util/constants'
import { fileName, saveFile } from '@/util/files'

const CAPTURES = '/api/scraping/captures'

export type CapturedResponse = Schema<'CapturedResponse'>

/** Responses that could not be parsed, the newest first. */
export const useCaptures = () =>
  api.useQuery('get', CAPTURES, undefined, { refetchInterval: POLL.adminOverview })

export function useReloadCaptures() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: ['get', CAPTURES] })
}

/** Saves a response in the file format that `scraper parse --capture` reads. */
export async function downloadCapture(id: number): Promise<void> {
  const { data, response } = await client.GET('/api/scraping/captures/{id}', {
    params: { path: { id } },
    parseAs: 'blob',
  })
  if (!(data instanceof Blob)) throw new Error('a response without a body')
  saveFile(data, fileName(response.headers.get('content-disposition')) ?? `capture-${id}.json`)
}
