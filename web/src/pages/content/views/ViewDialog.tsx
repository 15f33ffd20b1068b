import { Checkbox, TextInput } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import { useForm } from '@mantine/form'
import { useEffect } from 'react'
import { FormDialog } from '@/components/dialogs/Dialogs'
import type { SavedView } from './savedView'
import { useChangeViews, useSharingGroup } from './useChangeViews'
import { useSavedViews } from './useSavedViews'

/** Maximum length that the server accepts. */
const MAX_NAME = 60

type Props = {
  opened: boolean
  /** The view to edit; a new one without it. */
  view?: SavedView
  onClose: () => void
}

/** Saves what is shown under a name, or renames and replaces a view. */
export function ViewDialog({ opened, view, onClose }: Props) {
  const { query, moved } = useSavedViews()
  const group = useSharingGroup()
  const { create, update, busy, forget } = useChangeViews(onClose)
  const form = useForm({
    initialValues: { name: '', share: false, replace: false },
    validate: { name: (name) => name.trim() === '' && 'Name is required' },
  })
  const { setValues, clearErrors } = form
  const isShared = view?.group_id != null
  // Of a shared view: the group that it is shared with.
  const target = view?.group_id != null ? { id: view.group_id, name: view.group_name ?? 'the group' } : group
  useEffect(() => {
    if (!opened) return
    setValues({ name: view?.name ?? '', share: isShared, replace: false })
    clearErrors()
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [opened])
  return (
    <FormDialog
      opened={opened}
      onClose={() => {
        forget()
        onClose()
      }}
      size="sm"
      title={view ? 'Edit view' : 'Save this view'}
      submit="Save"
      busy={busy}
      onSubmit={form.onSubmit(({ name, share, replace }) => {
        const sharing = share === isShared ? {} : { group_id: (share && target?.id) || null }
        if (view)
          update(view.id, {
            name: name.trim(),
            query: replace ? query(share) : share === isShared ? view.query : moved(view, share),
            ...sharing,
          })
        else create({ name: name.trim(), query: query(share), ...sharing })
      })}
    >
      <TextInput
        label="Name"
        required
        maxLength={MAX_NAME}
        data-autofocus
        autoComplete="off"
        {...form.getInputProps('name')}
      />
      {view && (
        <Checkbox
          label="Replace with what is shown now"
          description="The tab, search, filters and order"
          {...form.getInputProps('replace', { type: 'checkbox' })}
        />
      )}
      {target && (
        <Checkbox
          label={`Share with ${target.name}`}
          description={
            isShared && !form.values.share
              ? 'The view becomes private to you; others can no longer open it'
              : 'All members of the group can open it'
          }
          {...form.getInputProps('share', { type: 'checkbox' })}
        />
      )}
    </FormDialog>
  )
}
