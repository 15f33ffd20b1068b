import { keepPreviousData } from '@tanstack/react-query'
import { api } from './client'

const SETTINGS = '/api/admin/settings'
const INTERVALS = '/api/scraping/intervals'

/** Reads the settings of groups that do not override them. The progress of recomputed days is left out: a form would be reset whenever it changes. */
export const useSettings = () =>
  api.useQuery('get', SETTINGS, undefined, { select: (settings) => ({ ...settings, days_pending: 0 }) })
export const SETTINGS_KEY = ['get', SETTINGS]

/** Reads the default scrape interval of each platform. */
export const useIntervals = () =>
  api.useQuery('get', INTERVALS, undefined, { placeholderData: keepPreviousData })
export const INTERVALS_KEY = ['get', INTERVALS]
