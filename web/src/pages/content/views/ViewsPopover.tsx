import { Button, Group, Popover, Stack, Text } from '@mantine/core'
import { IconBookmarkPlus, IconCheck, IconPencil, IconTrash } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState } from 'react'
import { IconButton } from '@/components/buttons/IconButton'
import { dialogOnDemand } from '@/util/onDemand'
import { sectionsOf, type SavedView, type ViewSection } from './savedView'
import { useChangeViews } from './useChangeViews'
import { useSavedViews } from './useSavedViews'
import { ViewsButton } from './ViewsMenu'
import classes from './ViewsPopover.module.css'

const ViewDialog = dialogOnDemand(() => import('./ViewDialog').then((file) => file.ViewDialog))

/** The button with its list of views, which opens when it has been mounted. */
export function ViewsPopover() {
  const { views, shown, isChanged, show, reset } = useSavedViews()
  const { remove } = useChangeViews()
  const [opened, setOpened] = useState(false)
  const [dialog, setDialog] = useState<{ opened: boolean; view?: SavedView }>({ opened: false })
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const timer = setTimeout(() => {
      // It replaces the button that was pressed. Escape returns the focus to what has it when the list opens.
      button.current?.focus({ preventScroll: true })
      setOpened(true)
    })
    return () => clearTimeout(timer)
  }, [])
  const leave = () => {
    setOpened(false)
    // Before anything else happens: a dialog returns the focus to where it was when it opened.
    button.current?.focus({ preventScroll: true })
  }
  const edit = (view?: SavedView) => {
    leave()
    setDialog({ opened: true, ...(view && { view }) })
  }
  return (
    <>
      <Popover position="bottom-end" width={320} trapFocus opened={opened} onChange={setOpened}>
        <Popover.Target>
          <ViewsButton ref={button} onClick={() => setOpened(!opened)} />
        </Popover.Target>
        <Popover.Dropdown className={classes.dropdown ?? ''}>
          <Stack gap="sm">
            {views.length === 0 && (
              <Text fz="sm" c="dimmed">
                Save the current tab, search, filters and order under a name.
              </Text>
            )}
            {sectionsOf(views).map((section) => (
              <Section
                key={section.title}
                {...section}
                shown={shown}
                onShow={(view) => {
                  leave()
                  show(view)
                }}
                onEdit={edit}
                onDelete={(view) => {
                  leave()
                  remove(view)
                }}
              />
            ))}
            <Group gap="xs" justify="space-between" className={classes.actions ?? ''}>
              <Button
                variant="default"
                size="xs"
                leftSection={<IconBookmarkPlus size={16} stroke={1.75} />}
                onClick={() => edit()}
              >
                Save this view…
              </Button>
              <Button
                variant="subtle"
                size="xs"
                disabled={!isChanged}
                onClick={() => {
                  leave()
                  reset()
                }}
              >
                Reset
              </Button>
            </Group>
          </Stack>
        </Popover.Dropdown>
      </Popover>
      <ViewDialog
        key={dialog.view?.id ?? 'new'}
        {...dialog}
        onClose={() => setDialog(({ view }) => ({ opened: false, ...(view && { view }) }))}
      />
    </>
  )
}

type SectionProps = ViewSection & {
  shown: SavedView | undefined
  onShow: (view: SavedView) => void
  onEdit: (view: SavedView) => void
  onDelete: (view: SavedView) => void
}

function Section({ title, views, shown, onShow, onEdit, onDelete }: SectionProps) {
  const id = useId()
  return (
    <div>
      <Text id={id} fz="xs" c="dimmed" mb={4}>
        {title}
      </Text>
      <ul aria-labelledby={id} className={classes.list}>
        {views.map((view) => (
          <li key={view.id} className={classes.entry}>
            <button
              type="button"
              className={classes.view}
              aria-current={view.id === shown?.id || undefined}
              onClick={() => onShow(view)}
            >
              <span className={classes.name}>{view.name}</span>
              {view.id === shown?.id && <IconCheck size={16} stroke={1.75} aria-hidden />}
            </button>
            {view.can_change && (
              <>
                <IconButton
                  icon={IconPencil}
                  label="Edit view"
                  name={`Edit view ${view.name}`}
                  onClick={() => onEdit(view)}
                />
                <IconButton
                  icon={IconTrash}
                  label="Delete view"
                  name={`Delete view ${view.name}`}
                  onClick={() => onDelete(view)}
                />
              </>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
