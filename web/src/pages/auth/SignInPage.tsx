import { Alert, Button, Center, Paper, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core'
import { isNotEmpty, useForm } from '@mantine/form'
import { useDocumentTitle } from '@mantine/hooks'
import { api } from '@/api/client'
import { ApiError, errorMessage } from '@/api/errors'
import { session } from '@/api/session'
import type { Schema } from '@/api/types'
import { Logo } from '@/components/Logo'
import { ERROR, SUCCESS } from '@/util/messages'
import { listPlatforms } from '@/util/platform'
import { toast } from '@/util/toast'

export function SignInPage() {
  useDocumentTitle('Sign In · Clipmeter')
  return (
    <Center component="main" mih="100dvh" p="md">
      <Stack w="100%" maw={376} gap="lg">
        <Stack align="center" gap="md">
          <Logo size="lg" />
          <Stack align="center" gap={4}>
            <Title order={1}>Sign In</Title>
            <Text c="dimmed" fz="sm">
              Clipmeter measures {listPlatforms('and')} content
            </Text>
          </Stack>
        </Stack>
        <Paper withBorder p="lg" radius="lg" bg="var(--cm-surface)">
          <SignInForm />
        </Paper>
        <Text c="dimmed" fz="sm" ta="center">
          Contact your administrator for login credentials
        </Text>
      </Stack>
    </Center>
  )
}

/** Changes the session on success, which opens the Dashboard. */
function SignInForm() {
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

/** Signs in; on failure, returns the server's text or that the server could not be reached. */
function useSignIn() {
  const login = api.useMutation('post', '/api/auth/login', {
    onSuccess: ({ user, access_token }) => {
      session.start({ user, token: access_token })
      toast.success(SUCCESS.welcome)
    },
  })
  const fallback = (login.error as unknown) instanceof ApiError ? ERROR.loginFailed : ERROR.loginUnexpected
  return {
    submit: (credentials: Schema<'Credentials'>) => login.mutate({ body: credentials }),
    busy: login.isPending,
    failure: login.error && errorMessage(login.error, fallback),
  }
}
