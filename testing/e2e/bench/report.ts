/** Formats a Markdown table. */
export function table(titles: string[], rows: string[][]): string {
  return [titles, titles.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
