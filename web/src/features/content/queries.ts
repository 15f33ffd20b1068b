import { keepPreviousData } from '@tanstack/react-query'
import { api } from '@/shared/api/client'
import { PAGE_SIZE, POLL } from '@/shared/constants/business'

const options = { refetchInterval: POLL.allContent, placeholderData: keepPreviousData } as const
const pageOf = (page: number) => ({ params: { query: { page, per_page: PAGE_SIZE.allContent } } })

export const useAllPosts = (page: number) =>
  api.useQuery('get', '/api/dashboard/all-instagram-posts', pageOf(page), options)

export const useAllVideos = (page: number) =>
  api.useQuery('get', '/api/dashboard/all-tiktok-videos', pageOf(page), options)
