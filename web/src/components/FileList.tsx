import { CloseButton } from '@mantine/core'
import { formatBytes } from '@/util/files'
import classes from './FileList.module.css'

type Props = { files: File[]; onRemove: (file: File) => void }

/** The chosen files with their sizes. */
export function FileList({ files, onRemove }: Props) {
  if (files.length === 0) return null
  return (
    <ul className={classes.list} aria-label="Chosen files">
      {files.map((file, index) => (
        // Two chosen files may have the same name.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={`${index} ${file.name}`} className={classes.file}>
          <span className={classes.name}>{file.name}</span>
          <span className={classes.size}>{formatBytes(file.size)}</span>
          <CloseButton size="sm" aria-label={`Remove ${file.name}`} onClick={() => onRemove(file)} />
        </li>
      ))}
    </ul>
  )
}
