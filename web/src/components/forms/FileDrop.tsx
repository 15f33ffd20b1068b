import { CloseButton, Text } from '@mantine/core'
import { IconFileUpload } from '@tabler/icons-react'
import { useState, type DragEvent } from 'react'
import { formatBytes, isTextFile } from '@/util/files'
import { ERROR } from '@/util/messages'
import { AlertDialog } from '@/components/dialogs/Dialogs'
import classes from './FileDrop.module.css'

type Props = { label: string; files: File[]; multiple?: boolean; onChange: (files: File[]) => void }

/** Accepts dropped or chosen text files and lists them. Other files are rejected with an alert. */
export function FileDrop({ label, files, multiple = false, onChange }: Props) {
  const [over, setOver] = useState(false)
  const [alert, setAlert] = useState<string>()
  const add = (added: File[]) => {
    const text = added.filter(isTextFile)
    if (text.length < added.length) setAlert(ERROR.textFilesOnly)
    if (text.length > 0) onChange(multiple ? [...files, ...text] : text.slice(-1))
  }
  const drag = (inside: boolean) => (event: DragEvent) => {
    event.preventDefault()
    setOver(inside)
  }
  return (
    <div>
      {/* Keyboard users have the input inside; dropping requires a mouse. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <label
        className={classes.zone}
        data-over={over || undefined}
        onDragOver={drag(true)}
        onDragLeave={drag(false)}
        onDrop={(event) => {
          drag(false)(event)
          add([...event.dataTransfer.files])
        }}
      >
        <IconFileUpload size={24} stroke={1.5} aria-hidden />
        <Text component="span" fz="sm" fw={600}>
          {label}
        </Text>
        <Text component="span" fz="xs" c="dimmed">
          {multiple ? 'Drop .txt files here or click to browse' : 'Drop a .txt file here or click to browse'}
        </Text>
        <input
          type="file"
          accept=".txt,text/plain"
          multiple={multiple}
          className={classes.input}
          onChange={({ currentTarget }) => {
            add([...(currentTarget.files ?? [])])
            // Allows the same file to be chosen again after it was removed.
            currentTarget.value = ''
          }}
        />
      </label>
      <FileList files={files} onRemove={(file) => onChange(files.filter((kept) => kept !== file))} />
      <AlertDialog message={alert} onClose={() => setAlert(undefined)} />
    </div>
  )
}

type FileListProps = { files: File[]; onRemove: (file: File) => void }

function FileList({ files, onRemove }: FileListProps) {
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
