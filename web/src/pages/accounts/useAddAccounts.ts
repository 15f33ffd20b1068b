import { useMutation } from '@tanstack/react-query'
import { errorMessage } from '@/api/errors'
import { ERROR, SUCCESS } from '@/util/messages'
import { toast } from '@/util/toast'
import type { Added, PlatformAccounts } from './model'
import { useRefreshAccounts } from './useRefreshAccounts'

type Settings = {
  source: PlatformAccounts
  groupId: number | undefined
  /** Called after a single account was added. */
  onOne: () => void
  /** Called after a list was sent; some entries may not have been added. */
  onMany: (added: Added) => void
}

/** Adds one name with the single call; adds several with the bulk call, which reports a result for each. */
export function useAddAccounts({ source, groupId, onOne, onMany }: Settings) {
  const refresh = useRefreshAccounts(source.platform)
  const one = useMutation({
    mutationFn: (username: string) => source.add(username, groupId),
    onSuccess: () => {
      toast.success(SUCCESS.accountAdded)
      onOne()
      refresh()
    },
  })
  const many = useMutation({
    mutationFn: (usernames: string[]) => source.addMany(usernames, groupId),
    onSuccess: (added) => {
      onMany(added)
      refresh()
    },
  })
  return {
    add: (usernames: string[]) => {
      const [first] = usernames
      if (usernames.length === 1 && first !== undefined) one.mutate(first)
      else many.mutate(usernames)
    },
    busy: one.isPending || many.isPending,
    error:
      (one.isError && errorMessage(one.error, ERROR.addAccount)) ||
      (many.isError && errorMessage(many.error, ERROR.addAccounts)) ||
      undefined,
    reset: () => {
      one.reset()
      many.reset()
    },
  }
}
