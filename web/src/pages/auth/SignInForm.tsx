import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { isNotEmpty, useForm } from '@mantine/form'
import { useSignIn } from './useSignIn'

/** Form for username and password. On success, the session changes, which opens the Dashboard. */
export function SignInForm() {
  const signIn = useSignIn()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { username: '', password: '' },
    validate: { username: isNotEmpty('Username is required'), password: isNotEmpty('Password is required') },
  })
  return (
    <form onSubmit={form.onSubmit(signIn.submit)} noValidate aria-label="Sign in">
      <Stack gap="md">
        {signIn.failure && (
          <Alert color="red" role="alert" p="sm">
            {signIn.failure}
          </Alert>
        )}
        <TextInput
          label="Username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          // Signing in is this screen's only purpose.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          required
          withAsterisk={false}
          key={form.key('username')}
          {...form.getInputProps('username')}
        />
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          required
          withAsterisk={false}
          visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password', tabIndex: 0 }}
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        <Button type="submit" disabled={signIn.busy} fullWidth mt="xs">
          {signIn.busy ? 'Please wait...' : 'Sign in'}
        </Button>
      </Stack>
    </form>
  )
}
