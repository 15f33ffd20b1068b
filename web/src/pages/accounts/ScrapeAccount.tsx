import { IconRefresh } from '@tabler/icons-react'
import { IconButton } from '@/components/IconButton'
import { PLATFORMS } from '@/util/platform'
import type { Account, PlatformAccounts } from './model'
import { useScrapeAccount } from './useScrape'

type Props = { source: PlatformAccounts; account: Account }

export function ScrapeAccount({ source, account }: Props) {
  const { scrape, busy } = useScrapeAccount(source, account.id)
  const label = `Scrape new ${PLATFORMS[source.platform].items}`
  return (
    <IconButton
      icon={IconRefresh}
      label={label}
      name={`${label} of @${account.username}`}
      busy={busy}
      onClick={scrape}
    />
  )
}
