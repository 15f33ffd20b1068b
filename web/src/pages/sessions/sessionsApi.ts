import { client, result } from '@/api/client'
import type { Schema } from '@/api/types'
import { textLines } from '@/util/files'

export type Added = Schema<'AddedSessions'>

export const addSessions = (text: string): Promise<Added> =>
  result(client.POST('/api/scraping/sessions', { body: { sessions: textLines(text) } }))

/** Sends the text unchanged: the server reads it line by line, so that its size does not matter. */
export const importSessions = (text: string): Promise<Added> =>
  result(
    client.POST('/api/scraping/sessions/bulk', {
      body: text,
      bodySerializer: (body) => body,
      headers: { 'content-type': 'text/plain; charset=utf-8' },
    }),
  )

export const uploadSessions = (file: File): Promise<Added> =>
  result(
    client.POST('/api/scraping/sessions/upload', {
      body: { file: file.name },
      bodySerializer: () => {
        const form = new FormData()
        form.append('file', file)
        return form
      },
    }),
  )

/** Status of a deletion whose list has changed meanwhile. */
export const LIST_CHANGED = 412

/** `version` is the version of the list that contained the index: if the list has changed, nothing is deleted. */
export const deleteSession = (index: number, version: string | null) =>
  client.DELETE('/api/scraping/sessions/{index}', {
    params: { path: { index }, header: condition(version) },
  })

/** `version` is the version of the list that the confirmation counted: if the list has changed, nothing is deleted. */
export const deleteAllSessions = (version: string | null) =>
  client.DELETE('/api/scraping/sessions/all', { params: { header: condition(version) } })

const condition = (version: string | null) => (version === null ? {} : { 'If-Match': version })
