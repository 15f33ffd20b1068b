import { HistoryLink } from '@/shared/history/HistoryLink'
import type { Availability } from '@/shared/lib/availability'
import { AvailabilityBadge } from '@/shared/ui/AvailabilityBadge'
import { ExternalLink } from '@/shared/ui/ExternalLink'

type Props = { item: Availability & { id: number; url: string }; name: string }

/** Where an item is on its platform, or that it is not there any more, and what its numbers were before. */
export function ItemCell({ item, name }: Props) {
  return (
    <>
      <ExternalLink href={item.url} title={name}>
        {name}
      </ExternalLink>
      <HistoryLink id={item.id} name={name} />
      {/* Below them: its column is as wide as a name needs. */}
      <div>
        <AvailabilityBadge of={item} />
      </div>
    </>
  )
}
