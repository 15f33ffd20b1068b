import { VisuallyHidden } from '@mantine/core'
import { formatExact } from '@/util/format'
import { PLATFORMS, type Platform } from '@/util/platform'
import { wasRead, type Account } from './model'
import classes from './AccountCard.module.css'

type Props = { platform: Platform; account: Account }

/** Number of collected items of an account; a dash while it is unknown. */
export function ItemCount({ platform, account }: Props) {
  const { item, items } = PLATFORMS[platform]
  const known = wasRead(account)
  return (
    <>
      {known ? (
        formatExact(account.count)
      ) : (
        <span aria-hidden className={classes.unknown}>
          —
        </span>
      )}
      <span className={classes.unit}> {known && account.count === 1 ? item : items}</span>
      {!known && <VisuallyHidden> not counted yet</VisuallyHidden>}
    </>
  )
}
