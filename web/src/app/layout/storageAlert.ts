import type { ApiError } from '@/api/errors'
import type { Schema } from '@/api/types'

type StorageAlert = { title: string; text: string; refuses: boolean }

const TITLES = {
  low: 'The disk is nearly full',
  critical: 'The disk is almost full',
  full: 'The disk is full',
  read_only: 'The database is read-only',
} as const

/**
 * Returns the banner's text, or nothing while there is room. A database stopped by a full disk cannot be queried, but the error
 * names the reason.
 */
export function storageAlert(
  status: Schema<'StorageStatus'> | undefined,
  error: ApiError | undefined,
): StorageAlert | undefined {
  if (error?.code === 'storage_full' && error.detail)
    return { title: TITLES.full, text: error.detail, refuses: true }
  if (status === undefined || status.state === 'ok') return undefined
  const { state, message } = status
  return { title: TITLES[state], text: message ?? '', refuses: state === 'full' || state === 'read_only' }
}
