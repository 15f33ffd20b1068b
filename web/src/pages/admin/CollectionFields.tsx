import { NumberInput, SimpleGrid } from '@mantine/core'
import type { CollectionForm } from './collection'

/** Part of a form with a `CollectionForm` under `collection`. */
type Props = { form: { getInputProps: (path: `collection.${keyof CollectionForm}`) => object } }

/** Fields for how far back accounts are crawled and how long collected data is kept. */
export function CollectionFields({ form }: Props) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
      <NumberInput
        label="Items to scrape for a new account"
        description="The newest items, scraped again once a week; 0 for all"
        allowDecimal={false}
        allowNegative={false}
        {...form.getInputProps('collection.backfill_items')}
      />
      <NumberInput
        label="Months to keep measurements"
        description="Totals and daily aggregates are kept"
        placeholder="Forever"
        allowDecimal={false}
        allowNegative={false}
        {...form.getInputProps('collection.history_months')}
      />
      <NumberInput
        label="Days to keep removed items"
        description="Items deleted on the platform"
        placeholder="Forever"
        allowDecimal={false}
        allowNegative={false}
        {...form.getInputProps('collection.removed_items_days')}
      />
    </SimpleGrid>
  )
}
