import { Text } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { CopyButton } from '@/components/CopyButton'
import { IconButton } from '@/components/IconButton'
import { maskSession } from '@/util/format'
import classes from './SessionRow.module.css'

type Props = { number: number; session: string; onDelete: () => void }

/** One session, masked. The server sends an empty value if it cannot decrypt the session. */
export function SessionRow({ number, session, onDelete }: Props) {
  const readable = session !== ''
  return (
    <li className={classes.row}>
      <span className={classes.number}>Session #{number}</span>
      {readable ? (
        <code className={classes.value}>{maskSession(session)}</code>
      ) : (
        <Text fz="sm" c="var(--cm-warning)" className={classes.value}>
          Can no longer be decrypted: delete it and add it again
        </Text>
      )}
      <span className={classes.actions}>
        {readable && <CopyButton value={session} label={`Copy session ID #${number}`} />}
        <IconButton
          icon={IconTrash}
          label="Delete session"
          name={`Delete session #${number}`}
          onClick={onDelete}
        />
      </span>
    </li>
  )
}
