import { Alert, Button, Center, Paper, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core'
import '@mantine/core/styles/PasswordInput.layer.css'
import { isNotEmpty, useForm } from '@mantine/form'
import type { ReactNode } from 'react'
import { api } from '@/api/client'
import { ApiError, errorMessage } from '@/api/errors'
import { session } from '@/api/session'
import type { Schema } from '@/api/types'
import { Logo } from '@/components/layout/Logo'
import { ERROR, SUCCESS } from '@/util/messages'
import { listPlatforms } from '@/util/platform'
import { toast } from '@/util/toast'

type Props = {
  /** The user whose session expired. */
  username?: string
  /** Why the user must sign in. */
  reason?: string | undefined
}

/** Shows the sign-in form. */
export function SignIn({ username = '', reason }: Props) {
  return (
    <AuthFrame
      title="Sign In"
      subtitle={`Analytics for ${listPlatforms('and')}`}
      foot="Contact your administrator for login credentials"
    >
      <SignInForm username={username} reason={reason} />
    </AuthFrame>
  )
}

type FrameProps = { title: string; subtitle: string; foot: ReactNode; children: ReactNode }

/** Frames the screens without navigation: the logo above, the form in the center, a hint below. */
export function AuthFrame({ title, subtitle, foot, children }: FrameProps) {
  return (
    <Center component="main" mih="100dvh" p="md">
      <Stack w="100%" maw={376} gap="lg">
        <Stack align="center" gap="md">
          <Logo size="lg" />
          <Stack align="center" gap={4}>
            <Title order={1}>{title}</Title>
            <Text c="dimmed" fz="sm" ta="center">
              {subtitle}
            </Text>
          </Stack>
        </Stack>
        <Paper withBorder p="lg" radius="lg" bg="var(--cm-surface)">
          {children}
        </Paper>
        <Text c="dimmed" fz="sm" ta="center" component="div">
          {foot}
        </Text>
      </Stack>
    </Center>
  )
}

type FormProps = { username: string; reason: string | undefined }

/** Changes the session on success, which opens the screen. */
function SignInForm({ username, reason }: FormProps) {
  const signIn = useSignIn()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { username, password: '' },
    validate: { username: isNotEmpty('Username is required'), password: isNotEmpty('Password is required') },
  })
  return (
    <form onSubmit={form.onSubmit(signIn.submit)} noValidate aria-label="Sign in">
      <Stack gap="md">
        {reason && !signIn.failure && (
          <Alert variant="default" role="status" p="sm">
            {reason}
          </Alert>
        )}
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
          autoFocus={username === ''}
          required
          withAsterisk={false}
          key={form.key('username')}
          {...form.getInputProps('username')}
        />
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus={username !== ''}
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
    onSuccess: ({ user, access_token, must_change_password = false }) => {
      session.start({ user, token: access_token, must_change_password })
      if (!must_change_password) toast.success(SUCCESS.welcome)
    },
  })
  const fallback = (login.error as unknown) instanceof ApiError ? ERROR.loginFailed : ERROR.loginUnexpected
  return {
    submit: (credentials: Schema<'Credentials'>) => login.mutate({ body: credentials }),
    busy: login.isPending,
    failure: login.error && errorMessage(login.error, fallback),
  }
}
