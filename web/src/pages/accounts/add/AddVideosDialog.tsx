import { Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { errorMessage } from '@/api/errors'
import { FormDialog } from '@/components/dialogs/Dialogs'
import { useDialogOfCall } from '@/components/dialogs/useDialogOfCall'
import { useRefreshAccounts } from '@/pages/accounts/AccountActions'
import { isComplete } from '@/pages/accounts/model'
import { addVideos } from '@/pages/accounts/videos/videos'
import { textLines } from '@/util/files'
import { formatExact } from '@/util/format'
import { ERROR, SUCCESS } from '@/util/messages'
import { PLATFORMS, type Platform, type Singles } from '@/util/platform'
import { submitOnCtrlEnter } from '@/util/submitOnCtrlEnter'
import { toast } from '@/util/toast'
import { AddedDialog } from './AddedDialog'

type Props = {
  platform: Platform
  singles: Singles
  groupId: number | undefined
  opened: boolean
  onClose: () => void
}

/** Accepts URLs of single videos; shows a result per entry if one was not added. */
export function AddVideosDialog({ platform, singles, groupId, opened, onClose }: Props) {
  const refresh = useRefreshAccounts(platform)
  const title = `Add ${PLATFORMS[platform].name} Videos`
  const [text, setText] = useState('')
  const urls = textLines(text)
  const dialog = useDialogOfCall()
  const reset = () => {
    dialog.close()
    add.reset()
  }
  const close = () => {
    setText('')
    reset()
    onClose()
  }
  const add = useMutation({
    mutationFn: () => addVideos(singles, urls, groupId),
    onMutate: dialog.begin,
    onSuccess: (added, _urls, begun) => {
      const isOpen = dialog.isOpen(begun)
      // Otherwise the dialog shows which URLs were not added.
      if (isComplete(added)) {
        toast.success(SUCCESS.videosAdded)
        if (isOpen) close()
      } else if (!isOpen) toast.error(added.message)
      refresh()
    },
    onError: (error, _urls, begun) => {
      if (!dialog.isOpen(begun)) toast.error(errorMessage(error, ERROR.addVideos))
    },
  })
  return (
    <>
      <FormDialog
        opened={opened && !add.isSuccess}
        onClose={close}
        size="lg"
        title={title}
        submit={urls.length > 1 ? `Add ${formatExact(urls.length)} Videos` : 'Add Videos'}
        busy={add.isPending}
        disabled={urls.length === 0}
        onSubmit={(event) => {
          event.preventDefault()
          add.mutate()
        }}
      >
        <Textarea
          label="Video URLs"
          description="One video URL per line. Ctrl+Enter adds them."
          placeholder={singles.exampleUrl}
          rows={8}
          required
          data-autofocus
          spellCheck={false}
          autoComplete="off"
          value={text}
          error={add.isError && errorMessage(add.error, ERROR.addVideos)}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          onKeyDown={submitOnCtrlEnter}
        />
      </FormDialog>
      <AddedDialog
        opened={opened && add.isSuccess}
        title={title}
        added={add.data}
        onEdit={(rejected) => {
          reset()
          setText(rejected.join('\n'))
        }}
        onClose={close}
      />
    </>
  )
}
