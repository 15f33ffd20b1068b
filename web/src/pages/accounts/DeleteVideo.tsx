import { useDisclosure } from '@mantine/hooks'
import { IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { errorMessage } from '@/api/errors'
import { ConfirmDialog } from '@/components/Dialogs'
import { IconButton } from '@/components/IconButton'
import { managedReason } from '@/util/states'
import { ERROR, SUCCESS } from '@/util/messages'
import { toast } from '@/util/toast'
import { useRefreshAccounts } from './useRefreshAccounts'
import { deleteVideo, type SingleVideo } from './videos'

export function DeleteVideo({ video }: { video: SingleVideo }) {
  const [confirming, { open, close }] = useDisclosure(false)
  const refresh = useRefreshAccounts('tiktok')
  const remove = useMutation({
    mutationFn: () => deleteVideo(video.tracked_id),
    onSuccess: () => {
      toast.success(SUCCESS.videoDeleted)
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
        consequence="It is no longer tracked, and its metrics are removed from this group."
        confirm="Delete video"
        busy={remove.isPending}
        onConfirm={() => remove.mutate()}
        onClose={close}
      />
    </>
  )
}
