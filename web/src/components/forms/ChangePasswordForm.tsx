import { Alert, Button, PasswordInput, Stack } from '@mantine/core'
import '@mantine/core/styles/PasswordInput.layer.css'
import { isNotEmpty, useForm } from '@mantine/form'
import { api } from '@/api/client'
import { errorMessage } from '@/api/errors'
import { session, useSession } from '@/api/session'
import { ERROR, SUCCESS } from '@/util/messages'
import { toast } from '@/util/toast'

/** Minimum length that the server accepts. */
const SHORTEST = 8

/** Changes the user's own password, which signs the user out on all other devices. */
export function ChangePasswordForm() {
  const username = useSession()?.user.username
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { current_password: '', new_password: '' },
    validate: {
      current_password: isNotEmpty('Current password is required'),
      new_password: (text, { current_password }) => newPasswordError(text, current_password),
    },
  })
  const change = api.useMutation('post', '/api/auth/password', {
    onSuccess: ({ user, access_token }) => {
      session.start({ user, token: access_token })
      form.reset()
      toast.success(SUCCESS.passwordChanged)
    },
  })
  const toggle = { 'aria-label': 'Show or hide the password', tabIndex: 0 }
  return (
    <form onSubmit={form.onSubmit((body) => change.mutate({ body }))} noValidate aria-label="Change password">
      <Stack gap="md">
        {change.error && (
          <Alert color="red" role="alert" p="sm">
            {errorMessage(change.error, ERROR.changePassword)}
          </Alert>
        )}
        {/* Tells password managers whose password this is. */}
        <input type="text" autoComplete="username" value={username ?? ''} readOnly hidden />
        <PasswordInput
          label="Current password"
          autoComplete="current-password"
          required
          withAsterisk={false}
          visibilityToggleButtonProps={toggle}
          key={form.key('current_password')}
          {...form.getInputProps('current_password')}
        />
        <PasswordInput
          label="New password"
          description={`At least ${SHORTEST} characters`}
          autoComplete="new-password"
          required
          withAsterisk={false}
          visibilityToggleButtonProps={toggle}
          key={form.key('new_password')}
          {...form.getInputProps('new_password')}
        />
        <Button type="submit" loading={change.isPending} mt="xs">
          Change password
        </Button>
      </Stack>
    </form>
  )
}

/** Checks what the browser can; the server also rejects common passwords and the user's names. */
function newPasswordError(text: string, current: string): string | null {
  if (text.length < SHORTEST) return `The new password needs at least ${SHORTEST} characters`
  return text === current ? 'The new password must differ from the current one' : null
}
