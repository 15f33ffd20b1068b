import { ActionIcon } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { LiveBadge } from '@/components/Badges'
import { PageHeader } from '@/components/Page'
import { PLATFORMS, type Platform } from '@/util/platform'
import { GroupName } from './GroupName'
import type { Account } from './model'
import { useAccountsView } from './useAccountsView'

type Props = {
  platform: Platform
  groupId: number | undefined
  accounts: Account[] | undefined
  actions: ReactNode
}

export function AccountsHeader({ platform, groupId, accounts, actions }: Props) {
  const { leaveGroup } = useAccountsView()
  return (
    <PageHeader
      title={PLATFORMS[platform].name}
      badge={<LiveBadge data={accounts} />}
      subtitle={groupId !== undefined && <GroupName id={groupId} />}
      before={
        groupId !== undefined && (
          <ActionIcon aria-label="Back to the client groups" onClick={leaveGroup}>
            <IconArrowLeft size={18} stroke={1.75} />
          </ActionIcon>
        )
      }
      actions={actions}
    />
  )
}
