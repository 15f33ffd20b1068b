import { ActionIcon, Tooltip } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { PLATFORMS } from '@/shared/lib/platform'
import type { Account, PlatformAccounts } from './model'
import { useScrapeAccount } from './useScrape'

type Props = { source: PlatformAccounts; account: Account }

export function ScrapeAccount({ source, account }: Props) {
  const { scrape, busy } = useScrapeAccount(source, account.id)
  const label = `Scrape new ${PLATFORMS[source.platform].items}`
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={32}
        aria-label={`${label} of @${account.username}`}
        loading={busy}
        onClick={scrape}
      >
        <IconRefresh size={18} stroke={1.75} />
      </ActionIcon>
    </Tooltip>
  )
}
