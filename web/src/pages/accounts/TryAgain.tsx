import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import type { Account, PlatformAccounts } from './model'
import { useScrapeAccount } from './useScrape'
import classes from './TryAgain.module.css'

type Props = { source: PlatformAccounts; account: Account }

/** Rescrapes a failed account now, ahead of schedule. */
export function TryAgain({ source, account }: Props) {
  const { scrape, busy } = useScrapeAccount(source, account.id)
  return (
    <Button
      variant="default"
      size="xs"
      className={classes.tryAgain ?? ''}
      aria-label={`Try @${account.username} again`}
      leftSection={<IconRefresh size={14} stroke={1.75} aria-hidden />}
      loading={busy}
      onClick={scrape}
    >
      Try again
    </Button>
  )
}
