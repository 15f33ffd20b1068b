import { Group } from '@mantine/core'
import { useSession } from '@/api/session'
import type { NewCredentials } from '@/components/PasswordDialog'
import { DeleteUser } from './DeleteUser'
import { ResetPassword } from './ResetPassword'
import { ToggleUser } from './ToggleUser'
import type { User } from './users'

type Props = { user: User; onPassword: (credentials: NewCredentials) => void }

/** Actions for a user. Admins can be neither deactivated nor deleted, so no admin can lock themselves out. */
export function UserActions({ user, onPassword }: Props) {
  const me = useSession()?.user.id
  if (user.id === me && user.is_admin) return null
  return (
    <Group component="span" display="inline-flex" gap={4}>
      {user.id !== me && <ResetPassword user={user} onPassword={onPassword} />}
      {!user.is_admin && (
        <>
          <ToggleUser user={user} />
          <DeleteUser user={user} />
        </>
      )}
    </Group>
  )
}
