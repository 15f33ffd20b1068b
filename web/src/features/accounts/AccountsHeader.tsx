import { ActionIcon, Button } from '@mantine/core'
import { IconArrowLeft, IconPlayerPlay } from '@tabler/icons-react'
import { PLATFORMS } from '@/shared/lib/platform'
import { LiveBadge } from '@/shared/ui/LiveBadge'
import { PageHeader } from '@/shared/ui/PageHeader'
import { AddAccountButton } from './AddAccountButton'
import { GroupName } from '@/shared/ui/GroupName'
import type { Account, PlatformAccounts } from './model'
import { useAccountsView } from './useAccountsView'
import { useScrapeAccounts } from './useScrape'

type Props = {
  source: PlatformAccounts
  groupId: number | undefined
  accounts: Account[] | undefined
  onAdd: () => void
}

export function AccountsHeader({ source, groupId, accounts, onAdd }: Props) {
  const { leaveGroup } = useAccountsView()
  const scrape = useScrapeAccounts(source, groupId)
  return (
    <PageHeader
      title={PLATFORMS[source.platform].name}
      badge={<LiveBadge data={accounts} />}
      subtitle={groupId !== undefined && <GroupName id={groupId} />}
      before={
        groupId !== undefined && (
          <ActionIcon aria-label="Back to the client groups" onClick={leaveGroup}>
            <IconArrowLeft size={18} stroke={1.75} />
          </ActionIcon>
        )
      }
      actions={
        <>
          <Button
            variant="default"
            leftSection={<IconPlayerPlay size={16} stroke={1.75} />}
            loading={scrape.isPending}
            onClick={() => scrape.mutate()}
          >
            Scrape All
          </Button>
          <AddAccountButton onClick={onAdd} />
        </>
      }
    />
  )
}
