import { Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconKey, IconPencil, IconPlayerPause, IconPlayerPlay, IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api, client, result } from '@/api/client'
import { errorMessage } from '@/api/errors'
import { useIsAdmin, useSession } from '@/api/session'
import { useCopy } from '@/components/buttons/CopyButton'
import { ConfirmDialog } from '@/components/dialogs/Dialogs'
import { IconButton } from '@/components/buttons/IconButton'
import type { NewCredentials } from '@/components/dialogs/PasswordDialog'
import { useReloadUsers } from '@/api/users'
import { ADMIN_ERROR } from '@/util/adminMessages'
import { dialogOnDemand } from '@/util/onDemand'
import { listPlatforms } from '@/util/platform'
import { toast } from '@/util/toast'
import type { User } from './users'
import classes from './UsersPanel.module.css'

const EditUserDialog = dialogOnDemand(() => import('./EditUserDialog').then((file) => file.EditUserDialog))

type Props = { user: User; onPassword: (credentials: NewCredentials) => void }

/** Allows neither admins nor the user who is signed in to be deactivated or deleted, so that nobody is locked out. */
export function UserActions({ user, onPassword }: Props) {
  const isOwn = useSession()?.user.id === user.id
  const isAdmin = useIsAdmin()
  // Group admins cannot change them.
  if (user.is_admin && !isAdmin) return null
  return (
    <Group component="span" display="inline-flex" gap={4} className={classes.actions}>
      <EditUser user={user} />
      {!isOwn && <ResetPassword user={user} onPassword={onPassword} />}
      {!isOwn && !user.is_admin && (
        <>
          <ToggleUser user={user} />
          <DeleteUser user={user} />
        </>
      )}
    </Group>
  )
}

function EditUser({ user }: { user: User }) {
  const [opened, { open, close }] = useDisclosure(false)
  return (
    <>
      <IconButton
        icon={IconPencil}
        label="Edit user"
        name={`Edit ${user.username}`}
        shortLabel="Edit"
        onClick={open}
      />
      <EditUserDialog user={user} opened={opened} onClose={close} />
    </>
  )
}

function ToggleUser({ user }: { user: User }) {
  const reload = useReloadUsers()
  const { id } = user
  const toggle = useMutation({
    mutationFn: async (active: boolean) => {
      // The call changes whatever is stored, which may not be what is shown.
      const { users } = await result(client.GET('/api/admin/users'))
      if (users.find((stored) => stored.id === id)?.is_active === active) return undefined
      return result(client.POST('/api/admin/users/{id}/toggle-status', { params: { path: { id } } }))
    },
    onSuccess: async (toggled, active) => {
      await reload()
      if (toggled) toast.success(toggled.message, () => toggle.mutate(!active))
    },
    onError: (error) => toast.error(errorMessage(error, ADMIN_ERROR.toggleUser)),
  })
  const verb = user.is_active ? 'Deactivate' : 'Activate'
  return (
    <IconButton
      icon={user.is_active ? IconPlayerPause : IconPlayerPlay}
      label={`${verb} user`}
      name={`${verb} ${user.username}`}
      shortLabel={verb}
      busy={toggle.isPending}
      onClick={() => toggle.mutate(!user.is_active)}
    />
  )
}

type ResetPasswordProps = { user: User; onPassword: (credentials: NewCredentials) => void }

/** Sets a new password for a user, copies it, and passes it on to be displayed. */
function ResetPassword({ user, onPassword }: ResetPasswordProps) {
  const [confirming, { open, close }] = useDisclosure(false)
  const { copy } = useCopy()
  const reset = api.useMutation('post', '/api/admin/users/{id}/reset-password', {
    onSuccess: ({ password }) => {
      close()
      onPassword({ username: user.username, password })
      void copy(password)
    },
    onError: (error) => toast.error(errorMessage(error, ADMIN_ERROR.resetPassword)),
  })
  return (
    <>
      <IconButton
        icon={IconKey}
        label="Reset password"
        name={`Reset the password of ${user.username}`}
        shortLabel="Reset the password"
        onClick={open}
      />
      <ConfirmDialog
        opened={confirming}
        title={`Reset the password of ${user.username}?`}
        consequence="This generates a new password and signs the user out everywhere."
        confirm="Reset password"
        busy={reset.isPending}
        onConfirm={() => reset.mutate({ params: { path: { id: user.id } } })}
        onClose={close}
      />
    </>
  )
}

/** Data that is deleted with the user; a note on whose data it is follows. */
const WARNING = `The user, all ${listPlatforms('and')} accounts, posts, videos and data are removed permanently.`

function DeleteUser({ user }: { user: User }) {
  const [confirming, { open, close }] = useDisclosure(false)
  const reload = useReloadUsers()
  const remove = api.useMutation('delete', '/api/admin/users/{id}', {
    onSuccess: async ({ message }) => {
      toast.success(message)
      close()
      await reload()
    },
    onError: (error) => toast.error(errorMessage(error, ADMIN_ERROR.deleteUser)),
  })
  const note = `This applies only to what ${user.username} added. Everything else is kept.`
  return (
    <>
      <IconButton
        icon={IconTrash}
        label="Delete user"
        name={`Delete ${user.username}`}
        shortLabel="Delete"
        onClick={open}
      />
      <TwoStepConfirm
        opened={confirming}
        steps={[
          {
            title: `Delete the user ${user.username}?`,
            consequence: `${WARNING} ${note}`,
            confirm: 'Delete user',
          },
          {
            title: 'Are you sure? This cannot be undone!',
            consequence: `${WARNING} ${note}`,
            confirm: 'Delete permanently',
          },
        ]}
        busy={remove.isPending}
        onConfirm={() => remove.mutate({ params: { path: { id: user.id } } })}
        onClose={close}
      />
    </>
  )
}

type Step = { title: string; consequence: string; confirm: string }
type TwoStepConfirmProps = {
  opened: boolean
  steps: readonly [first: Step, last: Step]
  busy: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Asks for confirmation twice before permanent data loss; canceling either question cancels the action. */
function TwoStepConfirm({ opened, steps: [first, last], busy, onConfirm, onClose }: TwoStepConfirmProps) {
  const [sure, setSure] = useState(false)
  const [shown, setShown] = useState(opened)
  // However the dialog was closed, it opens again with the first question. It keeps the last one while it closes.
  if (opened !== shown) {
    setShown(opened)
    if (opened) setSure(false)
  }
  return (
    <ConfirmDialog
      {...(sure ? last : first)}
      opened={opened}
      busy={busy}
      onConfirm={sure ? onConfirm : () => setSure(true)}
      onClose={onClose}
    />
  )
}
