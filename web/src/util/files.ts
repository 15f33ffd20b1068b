import { formatTenths } from './format'

const STEP = 1024
const UNITS = ['B', 'KB', 'MB', 'GB'] as const

/** Whether a file is plain text, by its name or its MIME type. */
export function isTextFile({ name, type }: Pick<File, 'name' | 'type'>): boolean {
  return name.toLowerCase().endsWith('.txt') || type === 'text/plain'
}

/** Formats a file size: `812 B`, `1.5 KB`, `10.0 MB`. */
export function formatBytes(bytes: number): string {
  let size = bytes
  let unit = 0
  // A value that would round to 1024.0 is shown in the next unit.
  while (size >= STEP - 0.05 && unit < UNITS.length - 1) {
    size /= STEP
    unit += 1
  }
  return `${unit === 0 ? size : formatTenths(size)} ${UNITS[unit]}`
}

/** Returns the non-blank lines of a text, trimmed. */
export function textLines(text: string): string[] {
  return text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/** Chunks are combined into blobs of this size, which the browser may keep on disk: a file can be larger than memory. */
const BLOB_BYTES = 8 * 1024 * 1024

/** How long a saved file stays available: browsers that ask where to save it read it only after the user's choice. */
const REVOKE_AFTER_MS = 60_000

/** Parses a file name from the server: `attachment; filename="posts.csv"`. */
export function fileName(disposition: string | null): string | undefined {
  return /\bfilename="([^"]+)"/i.exec(disposition ?? '')?.[1]
}

/** Reads a body to the end and reports the number of bytes received. Throws if it is cut off: a partial file is not saved. */
export async function readBlob(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  onBytes: (received: number) => void,
): Promise<Blob> {
  const blobs: Blob[] = []
  let chunks: Uint8Array<ArrayBuffer>[] = []
  let waiting = 0
  let received = 0
  await body.pipeTo(
    new WritableStream({
      write: (chunk: Uint8Array<ArrayBuffer>) => {
        chunks.push(chunk)
        waiting += chunk.length
        received += chunk.length
        if (waiting >= BLOB_BYTES) {
          blobs.push(new Blob(chunks))
          chunks = []
          waiting = 0
        }
        onBytes(received)
      },
    }),
  )
  return new Blob([...blobs, ...chunks])
}

/** Saves a file through the browser's download. */
export function saveFile(blob: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), REVOKE_AFTER_MS)
}
