import { Drawer } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useAddress } from '@/shared/address/useAddress'
import { PHONE } from '@/shared/constants/layout'
import type { Platform } from '@/shared/lib/platform'
import { openHistory, withoutHistory } from './address'
import { ItemHistory } from './ItemHistory'

type Props = {
  platform: Platform
  /** What a post or video is called, when that is known. */
  nameOf: (id: number) => string | undefined
}

/** The history of the item or account that the address names, over the page. */
export function HistoryDrawer({ platform, nameOf }: Props) {
  const phone = useMediaQuery(PHONE)
  const { search, change } = useAddress()
  const subject = openHistory(search)
  const name = subject && nameOf(subject.id)
  return (
    <Drawer
      opened={subject !== undefined}
      onClose={() => change(withoutHistory)}
      position="right"
      size={phone ? '100%' : 'min(720px, 90vw)'}
      title={name === undefined ? 'History' : `History of ${name}`}
    >
      {subject?.kind === 'item' && <ItemHistory platform={platform} id={subject.id} />}
    </Drawer>
  )
}
