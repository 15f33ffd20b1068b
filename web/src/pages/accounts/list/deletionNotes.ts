import { formatCounted } from '@/util/format'

/** Tells how many accounts are kept because they are managed elsewhere. */
export function managedAccountsNote(count: number): string {
  if (count === 0) return ''
  const are = count === 1 ? 'is' : 'are'
  return `${formatCounted(count, 'account')} that ${are} managed outside the dashboard ${are} kept.`
}
