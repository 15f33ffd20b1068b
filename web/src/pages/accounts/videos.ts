import { client, result, scope } from '@/api/client'
import type { Schema } from '@/api/types'
import { PAGE_SIZE } from '@/util/constants'
import type { Managed } from '@/util/states'
import { addedRow, videosKey, type Added, type Figures, type Freshness } from './model'

/** A video that a group tracks by URL. */
export type SingleVideo = Figures & Freshness & Managed & { tracked_id: number }

/** Returns a page of the videos that a group tracks by URL. */
export const videosOf = (groupId: number | undefined, page: number) => ({
  queryKey: videosKey(groupId, page),
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const query = { ...scope(groupId), page, per_page: PAGE_SIZE.singleVideos }
    const { videos, total, pages } = await result(
      client.GET('/api/tiktok/videos', { params: { query }, signal }),
    )
    return { videos: videos.map(toSingleVideo), total, pages }
  },
})

function toSingleVideo({
  id: collected,
  video_id,
  video_timestamp,
  ...video
}: Schema<'SingleVideo'>): SingleVideo {
  // The ID behind a short link is known only after the link has been followed.
  return { ...video, collected, name: video_id ?? video.url, posted: video_timestamp ?? null }
}

export async function addVideos(urls: string[], groupId: number | undefined): Promise<Added> {
  const { message, added_count, results } = await result(
    client.POST('/api/tiktok/videos/add', { body: { urls, ...scope(groupId) } }),
  )
  return { message, count: added_count, results: results.map((row) => addedRow(row.url, row)) }
}

export const deleteVideo = (id: number) =>
  result(client.DELETE('/api/tiktok/videos/{id}', { params: { path: { id } } }))
