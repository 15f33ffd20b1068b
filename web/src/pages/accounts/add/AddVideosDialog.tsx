import { Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { errorMessage } from '@/api/errors'
import { FormDialog } from '@/components/Dialogs'
import { useRefreshAccounts } from '@/pages/accounts/AccountActions'
import { addVideos } from '@/pages/accounts/videos'
import { textLines } from '@/util/files'
import { ERROR, SUCCESS } from '@/util/messages'
import { toast } from '@/util/toast'
import { AddedDialog } from './AddedDialog'

const TITLE = 'Add TikTok Videos'

type Props = { groupId: number | undefined; opened: boolean; onClose: () => void }

/** Accepts URLs of single videos; shows a result per entry if there were several or one was not added. */
export function AddVideosDialog({ groupId, opened, onClose }: Props) {
  const refresh = useRefreshAccounts('tiktok')
  const [text, setText] = useState('')
  const urls = textLines(text)
  const close = () => {
    setText('')
    add.reset()
    onClose()
  }
  const add = useMutation({
    mutationFn: () => addVideos(urls, groupId),
    onSuccess: ({ count, results }) => {
      if (count > 0) toast.success(SUCCESS.videosAdded)
      refresh()
      if (count === results.length && count === 1) close()
    },
  })
  return (
    <>
      <FormDialog
        opened={opened && !add.isSuccess}
        onClose={close}
        size="lg"
        title={TITLE}
        submit="Add Videos"
        busy={add.isPending}
        disabled={urls.length === 0}
        onSubmit={(event) => {
          event.preventDefault()
          add.mutate()
        }}
      >
        <Textarea
          label="Video URLs"
          description="One video URL per line"
          placeholder="https://www.tiktok.com/@username/video/7106594312292453675"
          rows={8}
          required
          data-autofocus
          spellCheck={false}
          autoComplete="off"
          value={text}
          error={add.isError && errorMessage(add.error, ERROR.addVideos)}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
      </FormDialog>
      <AddedDialog opened={opened && add.isSuccess} title={TITLE} added={add.data} onClose={close} />
    </>
  )
}
