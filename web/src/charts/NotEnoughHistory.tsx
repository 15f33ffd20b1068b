import { EmptyState } from '@/components/EmptyState'

/** Placeholder for gains after a single measurement. */
export function NotEnoughHistory() {
  return <EmptyState title="Not enough history yet" hint="Changes appear after the second scrape." />
}
