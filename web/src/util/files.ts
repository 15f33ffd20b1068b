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
  return `${unit === 0 ? size : size.toFixed(1)} ${UNITS[unit]}`
}

/** The non-blank lines of a text, trimmed. */
export function textLines(text: string): string[] {
  return text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
