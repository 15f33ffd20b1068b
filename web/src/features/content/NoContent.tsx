import { Button } from '@mantine/core'
import { isFiltered, type Filters } from '@/shared/table/tableView'
import { EmptyState } from '@/shared/ui/EmptyState'
import { Panel } from '@/shared/ui/Panel'

type Props = { view: Filters; onClear: () => void }

/** Empty state: either nothing matches the filters, or nothing has been collected yet. */
export function NoContent({ view, onClear }: Props) {
  const filtered = isFiltered(view)
  return (
    <Panel>
      <EmptyState
        title="Total: 0 items"
        hint={
          filtered
            ? 'Nothing collected matches the search, account and dates.'
            : 'Items appear here as soon as an account was scraped.'
        }
        action={
          filtered && (
            <Button variant="default" mt="sm" onClick={onClear}>
              Clear filters
            </Button>
          )
        }
      />
    </Panel>
  )
}
