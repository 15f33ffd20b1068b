import { Button, Text, type ButtonProps } from '@mantine/core'
import { IconBookmark } from '@tabler/icons-react'
import { useState, type ComponentPropsWithRef } from 'react'
import { onDemand } from '@/util/onDemand'
import { useSavedViews } from './useSavedViews'

const ViewsPopover = onDemand(
  () => import('./ViewsPopover').then((file) => file.ViewsPopover),
  <ViewsButton />,
)

/** Lists saved views. The list's file follows when the button is first pressed, as with the columns of a table. */
export function ViewsMenu() {
  const [used, setUsed] = useState(false)
  return used ? (
    <ViewsPopover />
  ) : (
    <ViewsButton aria-haspopup="dialog" aria-expanded={false} onClick={() => setUsed(true)} />
  )
}

/** Names the view that is shown. */
export function ViewsButton(props: ButtonProps & ComponentPropsWithRef<'button'>) {
  const { shown } = useSavedViews()
  return (
    <Button
      variant="default"
      leftSection={<IconBookmark size={16} stroke={1.75} />}
      // A long name must not push the page's other actions out of sight; on a phone, two fit a row.
      maw={{ base: 172, sm: 260 }}
      {...props}
    >
      <Text span inherit truncate>
        {shown ? `View: ${shown.name}` : 'Saved views'}
      </Text>
    </Button>
  )
}
