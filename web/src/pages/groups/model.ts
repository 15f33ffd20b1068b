import type { Schema } from '@/api/types'

export type GroupDetails = Schema<'GroupDetail'>
