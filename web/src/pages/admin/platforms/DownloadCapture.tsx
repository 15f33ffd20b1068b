import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { errorMessage } from '@/api/errors'
import { IconButton } from '@/components/IconButton'
import { formatDate } from '@/util/format'
import { ERROR } from '@/util/messages'
import { toast } from '@/util/toast'
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
