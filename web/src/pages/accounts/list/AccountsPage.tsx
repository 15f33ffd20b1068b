import { Button, SimpleGrid, Skeleton, Text, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { useGroups } from '@/api/client'
import { useIsAdmin } from '@/api/session'
import type { Schema } from '@/api/types'
import { ManagedMark } from '@/components/values/Badges'
import { PageHeader } from '@/components/layout/Page'
import { Panel } from '@/components/layout/Panel'
import { EmptyState, QueryView } from '@/components/layout/QueryView'
import { formatExact } from '@/util/format'
import { dialogOnDemand } from '@/util/onDemand'
import { PLATFORMS, type Platform } from '@/util/platform'
import { AccountsView } from './AccountsView'
import { useAccountsView } from '@/pages/accounts/useAccountsView'
import classes from './AccountsPage.module.css'

const CreateGroupDialog = dialogOnDemand(() =>
  import('@/components/forms/CreateGroupDialog').then((file) => file.CreateGroupDialog),
)

/** Returns the screen of a platform. */
export const accountsPageOf = (platform: Platform) =>
  function PlatformPage() {
    return <AccountsPage key={platform} platform={platform} />
  }

/** Lets admins pick a client group first; other users have their own. */
function AccountsPage({ platform }: { platform: Platform }) {
  const admin = useIsAdmin()
  const { groupId } = useAccountsView()
  if (!admin) return <AccountsView platform={platform} />
  if (groupId === undefined) return <GroupPicker platform={platform} />
  return <AccountsView key={groupId} platform={platform} groupId={groupId} />
}

/** Lists all client groups; choosing one opens its accounts. */
function GroupPicker({ platform }: { platform: Platform }) {
  const groups = useGroups()
  const { pickGroup } = useAccountsView()
  const [creating, { open, close }] = useDisclosure(false)
  const { name } = PLATFORMS[platform]
  const create = (
    <Button leftSection={<IconPlus size={16} />} onClick={open}>
      Create Group
    </Button>
  )
  return (
    <>
      <PageHeader
        title={name}
        subtitle="Select a client group to manage its accounts"
        actions={groups.data && groups.data.groups.length > 0 && create}
      />
      <QueryView query={groups} loading={<Skeleton h={120} role="status" aria-label="Loading" />}>
        {(data) =>
          data.groups.length === 0 ? (
            <Panel>
              <EmptyState
                title="No client groups yet"
                hint="Accounts belong to a client group. Create the first one to start tracking."
                action={create}
              />
            </Panel>
          ) : (
            <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="md">
              {data.groups.map((group) => (
                <GroupCard key={group.id} group={group} platform={platform} onPick={pickGroup} />
              ))}
            </SimpleGrid>
          )
        }
      </QueryView>
      <CreateGroupDialog opened={creating} onClose={close} onCreated={pickGroup} />
    </>
  )
}

type GroupCardProps = { group: Schema<'Group'>; platform: Platform; onPick: (id: number) => void }

function GroupCard({ group, platform, onPick }: GroupCardProps) {
  const accounts = group[`${platform}_count`]
  return (
    <UnstyledButton className={classes.card} onClick={() => onPick(group.id)}>
      <div className={classes.head}>
        <Text fw={600} truncate>
          {group.name}
        </Text>
        <ManagedMark of={group} />
      </div>
      {group.description && (
        <Text fz="sm" c="dimmed" lineClamp={2}>
          {group.description}
        </Text>
      )}
      <div className={classes.figures}>
        <Figure
          value={accounts}
          label={`${PLATFORMS[platform].name} ${accounts === 1 ? 'account' : 'accounts'}`}
        />
        <Figure value={group.user_count} label={group.user_count === 1 ? 'user' : 'users'} />
      </div>
    </UnstyledButton>
  )
}

function Figure({ value, label }: { value: number; label: string }) {
  return (
    <span>
      <strong>{formatExact(value)}</strong> {label}
    </span>
  )
}
