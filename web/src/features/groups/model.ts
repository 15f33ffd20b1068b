import type { Schema } from '@/shared/api/types'

export type GroupDetails = Schema<'GroupDetail'>
