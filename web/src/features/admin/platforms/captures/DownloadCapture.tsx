import { useMutation } from '@tanstack/react-query'
import { IconDownload } from '@tabler/icons-react'
import { errorMessage } from '@/shared/api/error'
import { ERROR } from '@/shared/constants/messages'
import { formatDate } from '@/shared/lib/format'
import { toast } from '@/shared/lib/toast'
import { IconButton } from '@/shared/ui/IconButton'
import { downloadCapture, type CapturedResponse } from './queries'

export function DownloadCapture({ capture: { id, kind, at } }: { capture: CapturedResponse }) {
  const download = useMutation({
    mutationFn: () => downloadCapture(id),
    onError: (error) => toast.error(errorMessage(error, ERROR.downloadCapture)),
  })
  return (
    <IconButton
      icon={IconDownload}
      label="Download"
      name={`Download ${kind} of ${formatDate(at)}`}
      busy={download.isPending}
      onClick={() => download.mutate()}
    />
  )
}
