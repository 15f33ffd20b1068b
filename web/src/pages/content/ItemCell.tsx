import { HistoryLink } from '@/charts/HistoryLink'
import { AvailabilityBadge } from '@/components/Badges'
import { ExternalLink } from '@/components/Texts'
import type { Availability } from '@/util/states'

type Props = { item: Availability & { id: number; url: string }; name: string }

/** Link to an item on its platform, or a note that it was removed, with its history. */
export function ItemCell({ item, name }: Props) {
  return (
    <>
      <ExternalLink href={item.url} title={name}>
        {name}
      </ExternalLink>
      <HistoryLink id={item.id} name={name} />
      {/* Placed below, because the column is only as wide as a name needs. */}
      <div>
        <AvailabilityBadge of={item} />
      </div>
    </>
  )
}
