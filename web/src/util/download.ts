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
