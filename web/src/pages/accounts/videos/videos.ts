import { queryOptions, skipToken } from '@tanstack/react-query'
import { client, result, scope } from '@/api/client'
import type { Schema } from '@/api/types'
import { PAGE_SIZE } from '@/util/constants'
import { PLATFORMS, type Platform, type Singles } from '@/util/platform'
import type { Managed } from '@/util/states'
import { platformKey } from '@/pages/accounts/calls'
import { addedRow, type Added, type Figures, type Freshness } from '@/pages/accounts/model'

/** A video that a group tracks by URL. */
export type SingleVideo = Figures &
  Freshness &
  Managed & {
    tracked_id: number
    /** Account of the author, if a group of the user tracks it. */
    account_id?: number | null
  }

type Page = { videos: SingleVideo[]; total: number; pages: number }

async function readVideos(singles: Singles, groupId: number | undefined, page: number, signal: AbortSignal) {
  const query = { ...scope(groupId), page, per_page: PAGE_SIZE.singleVideos }
  const { videos, total, pages } = await result(client.GET(singles.list, { params: { query }, signal }))
  return { videos: videos.map(toSingleVideo), total, pages }
}

/** Returns a page of the videos that a group tracks by URL; the query is disabled if the platform has none. */
export function videosOf(platform: Platform, groupId: number | undefined, page: number) {
  const { singles } = PLATFORMS[platform]
  return queryOptions({
    queryKey: [...platformKey(platform), 'videos', groupId ?? null, page],
    queryFn: singles
      ? ({ signal }: { signal: AbortSignal }): Promise<Page> => readVideos(singles, groupId, page, signal)
      : skipToken,
  })
}

function toSingleVideo({
  id: collected,
  video_id,
  video_timestamp,
  ...video
}: Schema<'SingleVideo'>): SingleVideo {
  // The ID behind a short link is known only after the link has been followed.
  return { ...video, collected, name: video_id ?? video.url, posted: video_timestamp ?? null }
}

export async function addVideos(
  singles: Singles,
  urls: string[],
  groupId: number | undefined,
): Promise<Added> {
  const { message, added_count, results } = await result(
    client.POST(singles.add, { body: { urls, ...scope(groupId) } }),
  )
  return { message, count: added_count, results: results.map((row) => addedRow(row.url, row)) }
}

export const deleteVideo = (singles: Singles, id: number) =>
  result(client.DELETE(singles.one, { params: { path: { id } } }))
