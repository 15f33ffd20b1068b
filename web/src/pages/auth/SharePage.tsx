import { Anchor, Button, Skeleton, Stack, Text } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { client, result } from '@/api/client'
import { ApiError, errorMessage } from '@/api/errors'
import { startViewing, endViewing } from '@/api/session'
import { ERROR } from '@/util/messages'
import { AuthFrame } from './SignIn'

/** Opens the dashboard of a share link, whose token is the fragment of the address. */
export function SharePage() {
  useDocumentTitle('Clipmeter')
  const token = location.hash.slice(1)
  const viewer = useQuery({
    queryKey: ['viewer', token],
    queryFn: () => result(client.GET('/api/auth/me', { headers: { authorization: `Bearer ${token}` } })),
    enabled: token !== '',
    retry: false,
    gcTime: 0,
  })
  const user = viewer.data?.user
  useEffect(() => {
    if (user) startViewing({ user, token })
  }, [user, token])
  if (token !== '' && !viewer.isError) return <Skeleton h="100dvh" role="status" aria-label="Loading" />
  const invalid = token === '' || (viewer.error instanceof ApiError && viewer.error.status === 401)
  return (
    <AuthFrame
      title="Shared Dashboard"
      subtitle={invalid ? 'This link is no longer valid' : errorMessage(viewer.error, ERROR.load)}
      foot={
        <Anchor component="button" fz="sm" onClick={() => endViewing('/login')}>
          Sign in instead
        </Anchor>
      }
    >
      <Stack>
        {invalid ? (
          <Text>It was deleted or has expired. Ask the person who sent it for a new one.</Text>
        ) : (
          <Button onClick={() => void viewer.refetch()}>Retry</Button>
        )}
      </Stack>
    </AuthFrame>
  )
}
