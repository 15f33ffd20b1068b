import { api } from '@/api/client'
import { ApiError, errorMessage } from '@/api/errors'
import { session } from '@/api/session'
import type { Schema } from '@/api/types'
import { ERROR, SUCCESS } from '@/util/messages'
import { toast } from '@/util/toast'

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
