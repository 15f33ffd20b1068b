import { client, result } from '@/shared/api/client'
import type { Schema } from '@/shared/api/types'
import { textLines } from '@/shared/lib/files'

export type Added = Schema<'AddedSessions'>

export const addSessions = (text: string): Promise<Added> =>
  result(client.POST('/api/scraping/sessions', { body: { sessions: textLines(text) } }))

/** Sends the text as it is: the server reads line by line, so that the size does not matter. */
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

/** The status of a deletion from a list that has moved since. */
export const LIST_CHANGED = 412

/** `version` is the list that the position was read from: a list that has moved since deletes nothing. */
export const deleteSession = (index: number, version: string | null) =>
  client.DELETE('/api/scraping/sessions/{index}', {
    params: { path: { index }, header: condition(version) },
  })

/** `version` is the list whose length the question names: another one is not deleted. */
export const deleteAllSessions = (version: string | null) =>
  client.DELETE('/api/scraping/sessions/all', { params: { header: condition(version) } })

const condition = (version: string | null) => (version === null ? {} : { 'If-Match': version })
