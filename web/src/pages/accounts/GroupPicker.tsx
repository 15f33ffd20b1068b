import { Button, SimpleGrid, Skeleton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { useGroups } from '@/api/client'
import { CreateGroupDialog } from '@/components/CreateGroupDialog'
import { EmptyState, QueryView } from '@/components/QueryView'
import { PageHeader } from '@/components/Page'
import { Panel } from '@/components/Panel'
import { PLATFORMS, type Platform } from '@/util/platform'
import { GroupCard } from './GroupCard'
import { useAccountsView } from './useAccountsView'

/** Lists all client groups; choosing one opens its accounts. */
export function GroupPicker({ platform }: { platform: Platform }) {
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
