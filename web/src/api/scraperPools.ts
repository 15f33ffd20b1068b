import { POLL } from '@/util/constants'
import { api } from './client'
import type { Schema } from './types'

const SCRAPER_POOLS = '/api/scraping/scraper-pools'

export type ScraperPool = Schema<'ScraperPool'>

/** Reads the scraper pools by name; admins only. */
export const useScraperPools = () =>
  api.useQuery('get', SCRAPER_POOLS, undefined, { refetchInterval: POLL.adminOverview })
export const SCRAPER_POOLS_KEY = ['get', SCRAPER_POOLS]
