import { Button, NumberInput, SimpleGrid, Skeleton, Text } from '@mantine/core'
import '@mantine/core/styles/NumberInput.layer.css'
import { useForm } from '@mantine/form'
import { IconClock, IconPlus } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api, useGroups } from '@/api/client'
import { errorMessage } from '@/api/errors'
import { CompareLink } from '@/components/CompareLink'
import { CreateGroupDialog } from '@/components/CreateGroupDialog'
import { FormDialog } from '@/components/Dialogs'
import { PageHeader } from '@/components/Page'
import { Panel } from '@/components/Panel'
import { EmptyState, QueryView } from '@/components/QueryView'
import { INTERVAL_MINUTES } from '@/util/constants'
import { ERROR } from '@/util/messages'
import { PLATFORM_CODES, byPlatform, PLATFORMS } from '@/util/platform'
import { toast } from '@/util/toast'
import { GroupDetail } from './GroupDetail'
import { GroupList } from './GroupList'
import { intervalRule } from './interval'
import { INTERVALS_KEY, useIntervals } from './queries'
import { useGroupsView } from './view'
import classes from './GroupsPage.module.css'

const SKELETON_HEIGHT = 320

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

type IntervalsDialogProps = { opened: boolean; onClose: () => void }

/** Edits the scrape intervals for accounts whose group does not override them. */
function IntervalsDialog({ opened, onClose }: IntervalsDialogProps) {
  const queries = useQueryClient()
  const { data } = useIntervals()
  const form = useForm({
    initialValues: byPlatform((platform) => PLATFORMS[platform].intervalMinutes),
    validate: byPlatform(() => intervalRule),
  })
  const { setValues, resetDirty } = form
  useEffect(() => {
    if (!opened || !data) return
    setValues(data)
    resetDirty(data)
  }, [opened, data, setValues, resetDirty])
  const save = api.useMutation('put', '/api/scraping/intervals', {
    onSuccess: ({ message }) => {
      void queries.invalidateQueries({ queryKey: INTERVALS_KEY })
      toast.success(message)
      onClose()
    },
    onError: (error) => toast.error(errorMessage(error, ERROR.updateIntervals)),
  })
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="Scraping Intervals"
      submit="Save"
      busy={save.isPending}
      onSubmit={form.onSubmit((body) => save.mutate({ body }))}
    >
      <Text fz="sm" c="dimmed">
        Minutes between updates of an account ({INTERVAL_MINUTES.min}–{INTERVAL_MINUTES.max}). Groups can
        override this.
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        {PLATFORM_CODES.map((platform, index) => (
          <NumberInput
            key={platform}
            label={`${PLATFORMS[platform].name} (minutes)`}
            allowDecimal={false}
            required
            data-autofocus={index === 0 || undefined}
            {...form.getInputProps(platform)}
          />
        ))}
      </SimpleGrid>
    </FormDialog>
  )
}
