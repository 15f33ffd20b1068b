import { Button, FileButton } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { errorMessage } from '@/api/errors'
import { AlertDialog } from '@/components/Dialogs'
import { ERROR } from '@/util/messages'
import { toast } from '@/util/toast'
import { fileError } from './fileError'
import { useReloadSessions } from './queries'
import { uploadSessions, type Added } from './sessionsApi'

/** Uploads a text file with one session per line. */
export function UploadButton({ onUploaded }: { onUploaded: (added: Added) => void }) {
  const [refused, setRefused] = useState<string>()
  const reset = useRef<() => void>(null)
  const reload = useReloadSessions()
  const upload = useMutation({
    mutationFn: uploadSessions,
    onSuccess: (added) => {
      onUploaded(added)
      return reload()
    },
    onError: (error) => toast.error(errorMessage(error, ERROR.uploadFile)),
  })
  const choose = (file: File | null) => {
    // Allows the same file to be chosen again.
    reset.current?.()
    if (file === null) return
    const why = fileError(file)
    if (why === undefined) upload.mutate(file)
    else setRefused(why)
  }
  return (
    <>
      <FileButton
        accept=".txt"
        resetRef={reset}
        onChange={choose}
        inputProps={{ 'aria-label': 'Session file' }}
      >
        {(props) => (
          <Button
            variant="default"
            leftSection={<IconUpload size={16} stroke={1.75} />}
            loading={upload.isPending}
            {...props}
          >
            Upload File
          </Button>
        )}
      </FileButton>
      <AlertDialog message={refused} onClose={() => setRefused(undefined)} />
    </>
  )
}
