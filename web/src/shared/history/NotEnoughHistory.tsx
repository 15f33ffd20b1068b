import { EmptyState } from '@/shared/ui/EmptyState'

/** Stands where gains would be after a single measurement. */
export function NotEnoughHistory() {
  return (
    <EmptyState
      title="Not enough history yet"
      hint="Gains appear when the numbers were read a second time."
    />
  )
}
