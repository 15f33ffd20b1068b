import { useMutation } from '@tanstack/react-query'
import { IconDownload } from '@tabler/icons-react'
import { errorMessage } from '@/shared/api/error'
import { ERROR } from '@/shared/constants/messages'
import { formatDate } from '@/shared/lib/format'
import { toast } from '@/shared/lib/toast'
import { IconButton } from '@/shared/ui/IconButton'
import { downloadEvidence, type UnreadAnswer } from './queries'

export function DownloadEvidence({ answer: { id, kind, at } }: { answer: UnreadAnswer }) {
  const download = useMutation({
    mutationFn: () => downloadEvidence(id),
    onError: (error) => toast.error(errorMessage(error, ERROR.downloadEvidence)),
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
