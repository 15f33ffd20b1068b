import { Button } from '@mantine/core'
import { EmptyState } from '@/components/QueryView'
import { Panel } from '@/components/Panel'
import { isFiltered, type Filters } from '@/table/tableView'

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
