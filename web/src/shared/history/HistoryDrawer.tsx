import { Drawer } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useAddress } from '@/shared/address/useAddress'
import { PHONE } from '@/shared/constants/layout'
import { parseId } from '@/shared/lib/ids'
import type { Platform } from '@/shared/lib/platform'
import { itemOf, withItem } from './address'
import { ItemHistory } from './ItemHistory'

type Props = {
  platform: Platform
  /** What the item is called, when that is known. */
  nameOf: (id: number) => string | undefined
}

/** The history of the post or video that the address names, over the page. */
export function HistoryDrawer({ platform, nameOf }: Props) {
  const phone = useMediaQuery(PHONE)
  const { search, change } = useAddress()
  const id = parseId(itemOf(search))
  const name = id === undefined ? undefined : nameOf(id)
  return (
    <Drawer
      opened={id !== undefined}
      onClose={() => change((now) => withItem(now, undefined))}
      position="right"
      size={phone ? '100%' : 'min(720px, 90vw)'}
      title={name === undefined ? 'History' : `History of ${name}`}
    >
      {id !== undefined && <ItemHistory platform={platform} id={id} />}
    </Drawer>
  )
}
