/** Chunks are handed to the browser in blobs of this size, which it may keep on disk: a file can be larger than memory. */
const BLOB_BYTES = 8 * 1024 * 1024

/** How long a saved file stays at hand: browsers that ask where to put it fetch it after the answer. */
const REVOKE_AFTER_MS = 60_000

/** The name that a server gives a file: `attachment; filename="posts.csv"`. */
export function fileName(disposition: string | null): string | undefined {
  return /\bfilename="([^"]+)"/i.exec(disposition ?? '')?.[1]
}

/** Reads a body to its end and says how many bytes have arrived. Throws when it breaks off: half a file is none. */
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

/** Lets the browser save a file as it saves any other. */
export function saveFile(blob: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), REVOKE_AFTER_MS)
}
