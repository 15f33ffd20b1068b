const STEP = 1024
const UNITS = ['B', 'KB', 'MB', 'GB'] as const

/** Whether a file is plain text by its name or by what the browser says it is. */
export function isTextFile({ name, type }: Pick<File, 'name' | 'type'>): boolean {
  return name.toLowerCase().endsWith('.txt') || type === 'text/plain'
}

/** A file's size for reading: `812 B`, `1.5 KB`, `10.0 MB`. */
export function formatBytes(bytes: number): string {
  let size = bytes
  let unit = 0
  // What one decimal would show as 1024.0 belongs to the next unit.
  while (size >= STEP - 0.05 && unit < UNITS.length - 1) {
    size /= STEP
    unit += 1
  }
  return `${unit === 0 ? size : size.toFixed(1)} ${UNITS[unit]}`
}

/** The lines of a text that are not blank, trimmed. */
export function textLines(text: string): string[] {
  return text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
