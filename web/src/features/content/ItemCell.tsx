import { HistoryLink } from '@/shared/history/HistoryLink'
import { ExternalLink } from '@/shared/ui/ExternalLink'

type Props = { id: number; url: string; name: string }

/** Where an item is on its platform, and what its numbers were before. */
export function ItemCell({ id, url, name }: Props) {
  return (
    <>
      <ExternalLink href={url} title={name}>
        {name}
      </ExternalLink>
      <HistoryLink id={id} name={name} />
    </>
  )
}
