import { Checkbox } from '@mantine/core'
import type { Platform } from '@/shared/lib/platform'
import classes from './AccountCard.module.css'
import { GainedInWeek } from './GainedInWeek'
import { ItemCount } from './ItemCount'
import type { Account } from './model'
import { TrackedFreshness } from './TrackedFreshness'

type Props = { platform: Platform; account: Account; selected: boolean; onToggle: () => void }

/** A tracked account while accounts are being selected: the whole card is its checkbox. */
export function SelectableCard({ platform, account, selected, onToggle }: Props) {
  return (
    <article
      className={classes.card}
      data-selected={selected || undefined}
      aria-label={`@${account.username}`}
    >
      <label className={classes.pick}>
        <span className={classes.name}>@{account.username}</span>
        <Checkbox
          className={classes.box ?? ''}
          checked={selected}
          onChange={onToggle}
          aria-label={`Select @${account.username}`}
        />
      </label>
      <div className={classes.figure}>
        <ItemCount platform={platform} account={account} />
      </div>
      <GainedInWeek account={account} />
      <TrackedFreshness of={account} />
    </article>
  )
}
