import { NumberInput, SimpleGrid } from '@mantine/core'
import type { CollectionForm } from './collection'

/** The part of a form that keeps a `CollectionForm` under `collection`. */
type Props = { form: { getInputProps: (path: `collection.${keyof CollectionForm}`) => object } }

/** How far back accounts are read, and how long what was collected is kept. */
export function CollectionFields({ form }: Props) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
      <NumberInput
        label="Items read of a new account"
        description="The newest, read again once a week; 0 for all"
        allowDecimal={false}
        allowNegative={false}
        {...form.getInputProps('collection.backfill_items')}
      />
      <NumberInput
        label="Measurements are kept for months"
        description="Totals and sums by day stay"
        placeholder="Kept for ever"
        allowDecimal={false}
        allowNegative={false}
        {...form.getInputProps('collection.history_months')}
      />
      <NumberInput
        label="Removed items are kept for days"
        description="Those that their platform no longer has"
        placeholder="Kept for ever"
        allowDecimal={false}
        allowNegative={false}
        {...form.getInputProps('collection.removed_items_days')}
      />
    </SimpleGrid>
  )
}
