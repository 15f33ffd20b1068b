import { Button, FileButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconUpload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { errorMessage } from '@/api/errors'
import { useScraperPools } from '@/api/scraperPools'
import { AlertDialog } from '@/components/dialogs/Dialogs'
import { ADMIN_ERROR } from '@/util/adminMessages'
import { dialogOnDemand } from '@/util/onDemand'
import { toast } from '@/util/toast'
import { COMMON_SET } from './pools/pool'
import { uploadSessions, useReloadSessions, type Added, type SessionFile } from './queries'
import { fileError } from './texts'

const UploadDialog = dialogOnDemand(() => import('./SessionDialogs').then((file) => file.UploadDialog))

/** Uploads a text file with one session per line; asks for their set unless there are no scraper pools. */
export function UploadButton({ onUploaded }: { onUploaded: (added: Added) => void }) {
  const pools = useScraperPools()
  const [refused, setRefused] = useState<string>()
  const [chosen, setChosen] = useState<SessionFile>()
  const [asking, { open, close }] = useDisclosure(false)
  const reset = useRef<() => void>(null)
  const reload = useReloadSessions()
  const upload = useMutation({
    mutationFn: uploadSessions,
    onSuccess: async (added) => {
      onUploaded(added)
      await reload()
      close()
    },
    onError: (error) => toast.error(errorMessage(error, ADMIN_ERROR.uploadFile)),
  })
  const choose = async (file: File | null) => {
    // Allows the same file to be chosen again.
    reset.current?.()
    if (file === null) return
    const why = fileError(file)
    if (why !== undefined) return setRefused(why)
    const sessions = { file, set: COMMON_SET }
    // Asks for the set if the pools cannot be read.
    const known = pools.data ?? (await pools.refetch()).data
    if (known?.pools.length === 0) return upload.mutate(sessions)
    setChosen(sessions)
    open()
  }
  return (
    <>
      <FileButton
        accept=".txt"
        resetRef={reset}
        onChange={(file) => void choose(file)}
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
      {chosen && (
        <UploadDialog
          sessions={chosen}
          opened={asking}
          busy={upload.isPending}
          onChange={setChosen}
          onUpload={() => upload.mutate(chosen)}
          onClose={close}
        />
      )}
      <AlertDialog message={refused} onClose={() => setRefused(undefined)} />
    </>
  )
}
