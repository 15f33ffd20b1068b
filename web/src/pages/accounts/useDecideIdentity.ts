import { useMutation } from '@tanstack/react-query'
import { errorMessage } from '@/api/errors'
import { ERROR, SUCCESS } from '@/util/messages'
import { toast } from '@/util/toast'
import type { Decision } from './identity'
import type { Account, PlatformAccounts } from './model'
import { useRefreshAccounts } from './useRefreshAccounts'

/** Sends the admin's decision about a handle conflict. */
export function useDecideIdentity(source: PlatformAccounts, { id }: Account, onDecided: () => void) {
  const refresh = useRefreshAccounts(source.platform)
  const decision = useMutation({
    mutationFn: (made: Decision) => source.decide(id, made),
    onSuccess: () => {
      toast.success(SUCCESS.identityDecided)
      onDecided()
      refresh()
    },
    onError: (error) => toast.error(errorMessage(error, ERROR.decideIdentity)),
  })
  return { decide: decision.mutate, busy: decision.isPending }
}
