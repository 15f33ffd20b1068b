import { api, useGroups } from '@/api/client'
import { useIsAdmin } from '@/api/session'
import type { Schema } from '@/api/types'
import { POLL } from '@/util/constants'
import type { Setup } from './firstSteps'

/**
 * What has been set up; `undefined` while groups and sessions load. These are loaded only for admins and only while there are no
 * items.
 */
export function useSetup({ accounts, content }: Schema<'DashboardStats'>): Setup | undefined {
  const items = content.instagram_posts + content.tiktok_videos
  const enabled = useIsAdmin() && items === 0
  const groups = useGroups({ enabled }).data?.groups.length
  const sessions = api.useQuery(
    'get',
    '/api/scraping/sessions',
    { params: { query: { per_page: 1 } } },
    { enabled, refetchInterval: POLL.adminOverview },
  ).data?.total
  const setup = { items, instagramAccounts: accounts.instagram, tiktokAccounts: accounts.tiktok }
  if (!enabled) return setup
  return groups === undefined || sessions === undefined ? undefined : { ...setup, groups, sessions }
}
