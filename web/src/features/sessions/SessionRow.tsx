import { ActionIcon, Text, Tooltip } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { maskSession } from '@/shared/lib/mask'
import { CopyButton } from '@/shared/ui/CopyButton'
import classes from './SessionRow.module.css'

type Props = { number: number; session: string; onDelete: () => void }

/** One session, masked. The server sends an empty one for what it cannot decrypt any more. */
export function SessionRow({ number, session, onDelete }: Props) {
  const readable = session !== ''
  return (
    <li className={classes.row}>
      <span className={classes.number}>Session #{number}</span>
      {readable ? (
        <code className={classes.value}>{maskSession(session)}</code>
      ) : (
        <Text fz="sm" c="var(--cm-warning)" className={classes.value}>
          Cannot be decrypted any more: delete it and add it again
        </Text>
      )}
      <span className={classes.actions}>
        {readable && <CopyButton value={session} label={`Copy session ID #${number}`} />}
        <Tooltip label="Delete session">
          <ActionIcon
            variant="subtle"
            color="gray"
            size={32}
            aria-label={`Delete session #${number}`}
            onClick={onDelete}
          >
            <IconTrash size={18} stroke={1.75} />
          </ActionIcon>
        </Tooltip>
      </span>
    </li>
  )
}
