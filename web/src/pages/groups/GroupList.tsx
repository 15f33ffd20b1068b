import { Text, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPlayerPause, IconPlayerPlay, IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { api, client, result } from '@/api/client'
import { errorMessage } from '@/api/errors'
import type { Schema } from '@/api/types'
import { ActiveBadge, ManagedBadge } from '@/components/values/Badges'
import { ConfirmDialog } from '@/components/dialogs/Dialogs'
import { IconButton } from '@/components/buttons/IconButton'
import { formatCounted } from '@/util/format'
import { ADMIN_ERROR } from '@/util/adminMessages'
import { PLATFORM_CODES, PLATFORMS } from '@/util/platform'
import { managedReason } from '@/util/states'
import { toast } from '@/util/toast'
import { useReloadAfterDeletion, useReloadGroups, useRestoreGroup } from './queries'
import { PlatformUsage } from './UsageMeter'
import { useGroupsView } from './view'
import classes from './GroupList.module.css'

export function GroupList({ groups }: { groups: Schema<'Group'>[] }) {
  const { group: open } = useGroupsView()
  return (
    <ul className={classes.list} aria-label="Client groups">
      {groups.map((group) => (
        <GroupRow key={group.id} group={group} open={group.id === open} />
      ))}
    </ul>
  )
}

type GroupRowProps = { group: Schema<'Group'>; open: boolean }

/** Opens the group on a click outside its controls. */
function GroupRow({ group, open }: GroupRowProps) {
  const { openGroup } = useGroupsView()
  return (
    <li className={classes.row} data-open={open || undefined}>
      <div className={classes.name}>
        <div className={classes.title}>
          <UnstyledButton
            className={classes.open}
            aria-current={open || undefined}
            onClick={() => openGroup(group.id)}
          >
            {group.name}
          </UnstyledButton>
          <ActiveBadge active={group.is_active} />
          <ManagedBadge of={group} />
        </div>
        {group.description && (
          <Text fz="sm" c="dimmed" truncate>
            {group.description}
          </Text>
        )}
      </div>
      {PLATFORM_CODES.map((platform) => (
        <PlatformUsage key={platform} group={group} platform={platform} />
      ))}
      <Text fz="sm" c="dimmed">
        {formatCounted(group.user_count, 'user')}
      </Text>
      <div className={classes.actions}>
        <ToggleGroup group={group} />
        <DeleteGroup group={group} />
      </div>
    </li>
  )
}

function ToggleGroup({ group }: { group: Schema<'Group'> }) {
  const reload = useReloadGroups()
  const params = { path: { id: group.id } }
  const toggle = useMutation({
    mutationFn: async (active: boolean) => {
      // The call changes whatever is stored, which may not be what is shown.
      const stored = await result(client.GET('/api/groups/{id}', { params }))
      return stored.is_active === active
        ? undefined
        : result(client.POST('/api/groups/{id}/toggle', { params }))
    },
    onSuccess: async (toggled, active) => {
      await reload()
      if (!toggled) return
      const state = toggled.group.is_active ? 'activated' : 'deactivated'
      toast.success(`${toggled.message}: ${toggled.group.name} ${state}`, () => toggle.mutate(!active))
    },
    onError: (error) => toast.error(errorMessage(error, ADMIN_ERROR.toggleGroup)),
  })
  const verb = group.is_active ? 'Deactivate' : 'Activate'
  return (
    <IconButton
      icon={group.is_active ? IconPlayerPause : IconPlayerPlay}
      label={`${verb} group`}
      name={`${verb} ${group.name}`}
      shortLabel={verb}
      busy={toggle.isPending}
      unavailable={managedReason(group)}
      onClick={() => toggle.mutate(!group.is_active)}
    />
  )
}

function DeleteGroup({ group }: { group: Schema<'Group'> }) {
  const [confirming, { open, close }] = useDisclosure(false)
  const reload = useReloadAfterDeletion()
  const restore = useRestoreGroup()
  const { group: opened, closeGroup } = useGroupsView()
  const remove = api.useMutation('delete', '/api/groups/{id}', {
    onSuccess: async ({ message }) => {
      if (opened === group.id) closeGroup()
      toast.success(message, () => restore.mutate(group.id))
      close()
      await reload()
    },
    onError: (error) => toast.error(errorMessage(error, ADMIN_ERROR.deleteGroup)),
  })
  return (
    <>
      <IconButton
        icon={IconTrash}
        label="Delete group"
        name={`Delete ${group.name}`}
        shortLabel="Delete"
        unavailable={managedReason(group)}
        onClick={open}
      />
      <ConfirmDialog
        opened={confirming}
        title={`Delete the group ${group.name}?`}
        consequence={`All associated data is deleted${describeContents(group)}. Accounts and videos that other groups also track stay in those groups. You can restore the group for a limited time.`}
        confirm="Delete group"
        busy={remove.isPending}
        onConfirm={() => remove.mutate({ params: { path: { id: group.id } } })}
        onClose={close}
      />
    </>
  )
}

/** Lists what a group contains: `: 2 users, 12 TikTok accounts, and all data collected for them`; empty if it contains nothing. */
function describeContents(group: Schema<'Group'>): string {
  const counts: [count: number, one: string][] = [
    [group.user_count, 'user'],
    ...PLATFORM_CODES.map((platform): [number, string] => [
      group[`${platform}_count`],
      `${PLATFORMS[platform].name} account`,
    ]),
    [group.tiktok_video_count, 'single video'],
  ]
  const contents = counts.flatMap(([count, one]) => (count === 0 ? [] : formatCounted(count, one)))
  return contents.length === 0 ? '' : `: ${contents.join(', ')}, and all data collected for them`
}
