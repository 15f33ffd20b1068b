import { Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconArrowLeft, IconPencil, IconUserPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useGroup } from '@/api/group'
import { ActiveBadge, ManagedBadge } from '@/components/values/Badges'
import { Tabs } from '@/components/layout/Tabs'
import { Panel } from '@/components/layout/Panel'
import { QueryView } from '@/components/layout/QueryView'
import { PAGE_SIZE, POLL } from '@/util/constants'
import { dialogOnDemand } from '@/util/onDemand'
import { PLATFORM_CODES, PLATFORMS } from '@/util/platform'
import { managedReason } from '@/util/states'
import { OverviewTab } from './OverviewTab'
import { PlatformTab } from './PlatformTab'
import { useGroupsView } from './view'
import classes from './GroupDetail.module.css'

const CreateUser = dialogOnDemand(() =>
  import('@/components/forms/CreateUser').then((file) => file.CreateUser),
)
const ManagedGroupDialog = dialogOnDemand(() =>
  import('./EditGroupDialog').then((file) => file.ManagedGroupDialog),
)
const EditGroupDialog = dialogOnDemand(() => import('./EditGroupDialog').then((file) => file.EditGroupDialog))

const SKELETON_HEIGHT = 480

export function GroupDetail({ id }: { id: number }) {
  const query = useGroup(id, { accounts: PAGE_SIZE.accounts, refetchInterval: POLL.adminOverview })
  const { tab, setTab, closeGroup } = useGroupsView()
  const [dialog, setDialog] = useState<'edit' | 'user'>()
  const close = () => setDialog(undefined)
  return (
    <Panel aria-label="Group details">
      <Button
        variant="subtle"
        size="compact-sm"
        mb="sm"
        ml={-8}
        className={classes.back ?? ''}
        leftSection={<IconArrowLeft size={16} />}
        onClick={closeGroup}
      >
        All Groups
      </Button>
      <QueryView query={query} loading={<Skeleton h={SKELETON_HEIGHT} role="status" aria-label="Loading" />}>
        {(group) => (
          <>
            <Group justify="space-between" align="flex-start" mb="md" gap="sm">
              <Stack gap={2} miw={0}>
                <Group gap="sm">
                  <Title order={2} fz="lg">
                    {group.name}
                  </Title>
                  <ActiveBadge active={group.is_active} />
                  <ManagedBadge of={group} />
                </Group>
                {group.description && (
                  <Text fz="sm" c="dimmed">
                    {group.description}
                  </Text>
                )}
              </Stack>
              <Group gap="sm">
                <Button
                  variant="default"
                  leftSection={<IconPencil size={16} stroke={1.75} />}
                  onClick={() => setDialog('edit')}
                >
                  Edit group
                </Button>
                <Button
                  variant="default"
                  leftSection={<IconUserPlus size={16} stroke={1.75} />}
                  onClick={() => setDialog('user')}
                >
                  Create User
                </Button>
              </Group>
            </Group>
            <Tabs
              value={tab}
              onChange={setTab}
              tabs={[
                { value: 'overview', label: 'Overview', content: <OverviewTab group={group} /> },
                ...PLATFORM_CODES.map((platform) => ({
                  value: platform,
                  label: PLATFORMS[platform].name,
                  content: <PlatformTab platform={platform} group={group} />,
                })),
              ]}
            />
            {managedReason(group) === undefined ? (
              <EditGroupDialog group={group} opened={dialog === 'edit'} onClose={close} />
            ) : (
              <ManagedGroupDialog group={group} opened={dialog === 'edit'} onClose={close} />
            )}
            <CreateUser group={group} opened={dialog === 'user'} onClose={close} />
          </>
        )}
      </QueryView>
    </Panel>
  )
}
