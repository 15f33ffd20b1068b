import { useDisclosure } from '@mantine/hooks'
import { IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { errorMessage } from '@/api/errors'
import { IconButton } from '@/components/buttons/IconButton'
import { ConfirmDialog } from '@/components/dialogs/Dialogs'
import { useRefreshAccounts } from '@/pages/accounts/AccountActions'
import { ERROR, SUCCESS } from '@/util/messages'
import type { Platform, Singles } from '@/util/platform'
import { managedReason } from '@/util/states'
import { toast } from '@/util/toast'
import { addVideos, deleteVideo, type SingleVideo } from './videos'

type Props = {
  platform: Platform
  singles: Singles
  video: Pick<SingleVideo, 'tracked_id' | 'name' | 'url' | 'managed_by'>
  /** The group to which a deletion that is undone adds it; a member's own group if undefined. */
  groupId: number | undefined
}

/** Deletes a single video after confirmation, which can be undone. */
export function DeleteVideo({ platform, singles, video, groupId }: Props) {
  const [confirming, { open, close }] = useDisclosure(false)
  const refresh = useRefreshAccounts(platform)
  // Adding the video again restores its history.
  const restore = useMutation({
    mutationFn: () => addVideos(singles, [video.url], groupId),
    onSuccess: ({ count, message }) => {
      if (count === 0) toast.error(message)
      else toast.success(SUCCESS.restored)
      refresh()
    },
    onError: (error) => toast.error(errorMessage(error, ERROR.restore)),
  })
  const remove = useMutation({
    mutationFn: () => deleteVideo(singles, video.tracked_id),
    onSuccess: () => {
      toast.success(SUCCESS.videoDeleted, () => restore.mutate())
      close()
      refresh()
    },
    onError: (error) => toast.error(errorMessage(error, ERROR.deleteVideo)),
  })
  return (
    <>
      <IconButton
        icon={IconTrash}
        label="Delete video"
        name={`Delete video ${video.name}`}
        unavailable={managedReason(video)}
        onClick={open}
      />
      <ConfirmDialog
        opened={confirming}
        title="Delete this video?"
        consequence="It will no longer be tracked, and its data is removed from this group. History is kept for a limited time: add the video again to restore it."
        confirm="Delete video"
        busy={remove.isPending}
        onConfirm={() => remove.mutate()}
        onClose={close}
      />
    </>
  )
}
