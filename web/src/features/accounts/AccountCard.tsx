import { UnstyledButton } from '@mantine/core'
import { countItems, profileUrl } from '@/shared/lib/platform'
import { ExternalLink } from '@/shared/ui/ExternalLink'
import { RelativeTime } from '@/shared/ui/RelativeTime'
import { AccountStatus } from '@/shared/ui/AccountStatus'
import { DeleteAccount } from './DeleteAccount'
import type { Account, PlatformAccounts } from './model'
import { ScrapeAccount } from './ScrapeAccount'
import { useAccountsView } from './useAccountsView'
import classes from './AccountCard.module.css'

type Props = { source: PlatformAccounts; account: Account }

/** One tracked account. A click anywhere but on a control opens its items. */
export function AccountCard({ source, account }: Props) {
  const { openAccount } = useAccountsView()
  const { platform } = source
  return (
    <article className={classes.card} aria-label={`@${account.username}`}>
      <div className={classes.head}>
        <ExternalLink
          href={profileUrl(platform, account.username)}
          className={classes.control ?? ''}
          fw={600}
          truncate
        >
          @{account.username}
        </ExternalLink>
        <div className={classes.control}>
          <ScrapeAccount source={source} account={account} />
          <DeleteAccount source={source} account={account} />
        </div>
      </div>
      <UnstyledButton className={classes.open} onClick={() => openAccount(account.id)}>
        {countItems(platform, account.count)}
      </UnstyledButton>
      <div className={classes.foot}>
        <span>
          Last updated: {account.last_scraped ? <RelativeTime iso={account.last_scraped} /> : 'Never'}
        </span>
        <AccountStatus status={account.status} text={account.status_text} />
      </div>
    </article>
  )
}
