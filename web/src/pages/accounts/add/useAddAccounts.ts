import { useMutation } from '@tanstack/react-query'
import { errorMessage } from '@/api/errors'
import { useDialogOfCall } from '@/components/dialogs/useDialogOfCall'
import { useRefreshAccounts } from '@/pages/accounts/AccountActions'
import { addAccount, addAccounts } from '@/pages/accounts/calls'
import { isComplete, type Added } from '@/pages/accounts/model'
import { addVideos } from '@/pages/accounts/videos/videos'
import { ERROR, SUCCESS } from '@/util/messages'
import { PLATFORMS, type Platform } from '@/util/platform'
import { toast } from '@/util/toast'
import type { Entries } from './entries'

type Settings = {
  platform: Platform
  groupId: number | undefined
  /** Called after everything was added. */
  onAll: () => void
  /** Called after a list was sent of which some entries were not added. */
  onSome: (added: Added) => void
}

/** Adds one name with the single call; adds several, and videos, with the bulk calls, which report a result for each. */
export function useAddAccounts({ platform, groupId, onAll, onSome }: Settings) {
  const refresh = useRefreshAccounts(platform)
  const dialog = useDialogOfCall()
  const one = useMutation({
    mutationFn: (username: string) => addAccount(platform, username, groupId),
    onMutate: dialog.begin,
    onSuccess: (_added, _username, begun) => {
      toast.success(SUCCESS.accountAdded)
      if (dialog.isOpen(begun)) onAll()
      refresh()
    },
    onError: (error, _username, begun) => {
      if (!dialog.isOpen(begun)) toast.error(errorMessage(error, ERROR.addAccount))
    },
  })
  const many = useMutation({
    mutationFn: (entries: Entries) => addEntries(platform, entries, groupId),
    onMutate: dialog.begin,
    onSuccess: (added, _entries, begun) => {
      const isOpen = dialog.isOpen(begun)
      if (isComplete(added)) {
        toast.success(added.message)
        if (isOpen) onAll()
      } else if (isOpen) onSome(added)
      else toast.error(added.message)
      refresh()
    },
    onError: (error, entries, begun) => {
      if (!dialog.isOpen(begun)) toast.error(errorMessage(error, fallbackOf(entries)))
      // The accounts may have been added without the videos.
      refresh()
    },
  })
  return {
    add: (entries: Entries) => {
      const [first, ...others] = entries.usernames
      if (first !== undefined && others.length === 0 && entries.urls.length === 0) one.mutate(first)
      else many.mutate(entries)
    },
    busy: one.isPending || many.isPending,
    error:
      (one.isError && errorMessage(one.error, ERROR.addAccount)) ||
      (many.isError && errorMessage(many.error, fallbackOf(many.variables))) ||
      undefined,
    reset: () => {
      dialog.close()
      one.reset()
      many.reset()
    },
  }
}

function failed(urls: string[], error: unknown): Added {
  const text = errorMessage(error, ERROR.addVideos)
  return { message: text, count: 0, results: urls.map((name) => ({ name, outcome: 'failed', text })) }
}

const fallbackOf = ({ usernames }: Entries) => (usernames.length === 0 ? ERROR.addVideos : ERROR.addAccounts)

async function addEntries(
  platform: Platform,
  { usernames, urls }: Entries,
  groupId: number | undefined,
): Promise<Added> {
  const { singles } = PLATFORMS[platform]
  const parts: Added[] = []
  if (usernames.length > 0) parts.push(await addAccounts(platform, usernames, groupId))
  if (singles && urls.length > 0) {
    const videos = addVideos(singles, urls, groupId)
    // What was added before is reported in any case.
    parts.push(await (parts.length === 0 ? videos : videos.catch((error: unknown) => failed(urls, error))))
  }
  return {
    message: parts.map(({ message }) => message).join('. '),
    count: parts.reduce((sum, { count }) => sum + count, 0),
    results: parts.flatMap(({ results }) => results),
  }
}
