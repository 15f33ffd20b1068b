import { UnstyledButton } from '@mantine/core'
import { HistoryLink } from '@/charts/HistoryLink'
import { ExternalLink } from '@/components/Texts'
import { ManagedBadge } from '@/components/Badges'
import { profileUrl } from '@/util/platform'
import { AccountFreshness } from './AccountFreshness'
import { DeleteAccount } from './DeleteAccount'
import { FormerNames } from './FormerNames'
import { GainedInWeek } from './GainedInWeek'
import { GapNote } from './GapNote'
import { ItemCount } from './ItemCount'
import type { Account, PlatformAccounts } from './model'
import { ScrapeAccount } from './ScrapeAccount'
import { useAccountsView } from './useAccountsView'
import classes from './AccountCard.module.css'

type Props = { source: PlatformAccounts; account: Account; mayManage: boolean }

/** Card of a tracked account. A click outside its controls opens the account's items. */
export function AccountCard({ source, account, mayManage }: Props) {
  const { openAccount } = useAccountsView()
  const { platform } = source
  return (
    <article className={classes.card} aria-label={`@${account.username}`}>
      <div className={classes.head}>
        <ExternalLink
          href={profileUrl(platform, account.username)}
          className={`${classes.control} ${classes.name}`}
        >
          @{account.username}
        </ExternalLink>
        <div className={classes.control}>
          <HistoryLink kind="account" id={account.id} name={`@${account.username}`} />
          {mayManage && (
            <>
              <ScrapeAccount source={source} account={account} />
              <DeleteAccount source={source} account={account} />
            </>
          )}
        </div>
      </div>
      <FormerNames of={account} />
      <div className={classes.count}>
        <UnstyledButton className={classes.open} onClick={() => openAccount(account.id)}>
          <ItemCount platform={platform} account={account} />
        </UnstyledButton>
        <ManagedBadge of={account} />
      </div>
      <GapNote platform={platform} account={account} />
      <GainedInWeek account={account} />
      <AccountFreshness source={source} account={account} mayManage={mayManage} />
    </article>
  )
}
