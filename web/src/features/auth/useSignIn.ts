import { api } from '@/shared/api/client'
import type { Schema } from '@/shared/api/types'
import { ApiError, errorMessage } from '@/shared/api/error'
import { ERROR, SUCCESS } from '@/shared/constants/messages'
import { session } from '@/shared/lib/session'
import { toast } from '@/shared/lib/toast'

/** Signs in; on failure, returns the server's text or that the server could not be reached. */
export function useSignIn() {
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
