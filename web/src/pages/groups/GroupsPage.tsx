import { Button, Skeleton } from '@mantine/core'
import { IconClock, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useGroups } from '@/api/client'
import { CompareLink } from '@/components/buttons/CompareLink'
import { PageHeader } from '@/components/layout/Page'
import { Panel } from '@/components/layout/Panel'
import { EmptyState, QueryView } from '@/components/layout/QueryView'
import { dialogOnDemand, onDemand } from '@/util/onDemand'
import { GroupList } from './GroupList'
import { useGroupsView } from './view'
import classes from './GroupsPage.module.css'

const SKELETON_HEIGHT = 320

const CreateGroupDialog = dialogOnDemand(() =>
  import('@/components/forms/CreateGroupDialog').then((file) => file.CreateGroupDialog),
)
const GroupDetail = onDemand(
  () => import('./GroupDetail').then((file) => file.GroupDetail),
  <Panel>
    <Skeleton h={SKELETON_HEIGHT} role="status" aria-label="Loading" />
  </Panel>,
)
const IntervalsDialog = dialogOnDemand(() => import('./IntervalsDialog').then((file) => file.IntervalsDialog))

/** Lists all client groups, with the open one beside them. */
export function GroupsPage() {
  const groups = useGroups()
  const { group, openGroup } = useGroupsView()
  const [dialog, setDialog] = useState<'create' | 'intervals'>()
  const close = () => setDialog(undefined)
  const create = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setDialog('create')}>
      Create Group
    </Button>
  )
  return (
    <>
      <PageHeader
        title="Group Management"
        subtitle="Clients, users, limits and rates"
        actions={
          <>
            {groups.data && groups.data.groups.length > 0 && (
              <CompareLink subject="groups" ids={groups.data.groups.map(({ id }) => id)} />
            )}
            <Button
              variant="default"
              leftSection={<IconClock size={16} stroke={1.75} />}
              onClick={() => setDialog('intervals')}
            >
              Scraping Intervals
            </Button>
            {groups.data && groups.data.groups.length > 0 && create}
          </>
        }
      />
      <QueryView query={groups} loading={<Skeleton h={SKELETON_HEIGHT} role="status" aria-label="Loading" />}>
        {(data) =>
          data.groups.length === 0 ? (
            <Panel>
              <EmptyState
                title="No client groups yet"
                hint="Accounts and users belong to a client group. Create the first one to start tracking."
                action={create}
              />
            </Panel>
          ) : (
            <div className={classes.columns} data-open={group !== undefined || undefined}>
              <GroupList groups={data.groups} />
              {group !== undefined && <GroupDetail key={group} id={group} />}
            </div>
          )
        }
      </QueryView>
      <CreateGroupDialog opened={dialog === 'create'} onClose={close} onCreated={openGroup} />
      <IntervalsDialog opened={dialog === 'intervals'} onClose={close} />
    </>
  )
}
