import { Anchor, Button, Skeleton, Stack, Text } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { client, result } from '@/api/client'
import { ApiError, errorMessage } from '@/api/errors'
import { errorShown } from '@/api/shownErrors'
import { endViewing, startViewing } from '@/api/session'
import { storeZone } from '@/api/useMe'
import { ERROR } from '@/util/messages'
import { AuthFrame } from './SignIn'

/** Begins the token of every share link. */
const SHARE_TOKEN = 'clipmeter_share_'

/** Opens the dashboard of a share link, whose token is the fragment of the address. */
export function SharePage() {
  useDocumentTitle('Clipmeter')
  const token = useLocation().hash.slice(1)
  const navigate = useNavigate()
  // A user's token would sign the tab in as that user.
  const isShared = token.startsWith(SHARE_TOKEN)
  const viewer = useQuery({
    queryKey: ['viewer', token],
    queryFn: () => result(client.GET('/api/auth/me', { headers: { authorization: `Bearer ${token}` } })),
    enabled: isShared,
    retry: false,
    gcTime: 0,
  })
  const { data } = viewer
  useEffect(() => {
    if (data?.user.role !== 'viewer') return
    const { user, time_zone } = data
    // The dashboard starts in it.
    storeZone(user.id, time_zone)
    startViewing({ user, token }, () => void navigate('/', { replace: true }))
  }, [data, token, navigate])
  const { error } = viewer
  useEffect(() => (error ? errorShown(error) : undefined), [error])
  if (isShared && !error) return <Skeleton h="100dvh" role="status" aria-label="Loading" />
  const invalid = !isShared || (error instanceof ApiError && error.status === 401)
  return (
    <AuthFrame
      title="Shared Dashboard"
      subtitle={invalid ? 'This link is no longer valid' : errorMessage(error, ERROR.load)}
      foot={
        <Anchor component="button" fz="sm" onClick={() => endViewing('/login')}>
          Sign in instead
        </Anchor>
      }
    >
      <Stack>
        {invalid ? (
          <Text>It expired or was deleted, or its group is deactivated. Ask the person who sent it.</Text>
        ) : (
          <Button onClick={() => void viewer.refetch()}>Retry</Button>
        )}
      </Stack>
    </AuthFrame>
  )
}
