import { Drawer } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useAddress } from '@/shared/address/useAddress'
import { PHONE } from '@/shared/constants/layout'
import type { Platform } from '@/shared/lib/platform'
import { AccountHistory } from './AccountHistory'
import { openHistory, withoutHistory, type Subject } from './address'
import { ItemHistory } from './ItemHistory'

type Props = {
  platform: Platform
  /** What a post or video is called, when that is known. */
  nameOf: (id: number) => string | undefined
  /** The same of accounts, where there are any. */
  accountOf?: (id: number) => string | undefined
}

/** The history of the item or account that the address names, over the page. */
export function HistoryDrawer({ platform, nameOf, accountOf }: Props) {
  const phone = useMediaQuery(PHONE)
  const { search, change } = useAddress()
  const subject = openHistory(search)
  const name = subject && title(subject, nameOf, accountOf)
  return (
    <Drawer
      opened={subject !== undefined}
      onClose={() => change(withoutHistory)}
      position="right"
      size={phone ? '100%' : 'min(720px, 90vw)'}
      title={name === undefined ? 'History' : `History of ${name}`}
    >
      {subject?.kind === 'item' && <ItemHistory platform={platform} id={subject.id} />}
      {subject?.kind === 'account' && <AccountHistory platform={platform} id={subject.id} />}
    </Drawer>
  )
}

function title({ kind, id }: Subject, nameOf: Props['nameOf'], accountOf: Props['accountOf']) {
  if (kind === 'item') return nameOf(id)
  const username = accountOf?.(id)
  return username === undefined ? undefined : `@${username}`
}
