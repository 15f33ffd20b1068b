/**
 * `budget.ts DIST`: fails when the compressed size of what a screen loads before its first content exceeds its budget, or when the
 * build contains the example platform.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

/**
 * KiB of brotli, with the page, by screen; `other` for the rest. The aim is 150 for each, which is three seconds at 400 kbit/s. These
 * are what the screens need today, so that none grows unnoticed. The hashes in file names change a size by up to 0.2.
 */
const BUDGETS: Record<string, number> = {
  '/login': 129.0,
  '/': 146.5,
  '/profile': 149.8,
  '/all-data': 152.9,
  '/compare': 156.3,
  '/admin': 152.4,
  '/admin/groups': 145.9,
  '/admin/sessions': 148.3,
  '/members': 148.8,
  other: 161.4,
}

/** Files by screen, as the build writes them into the script of the first load. */
const FILES = /\{"\/":.*?\]\}/

const dist = process.argv[2]
if (dist === undefined) throw new Error('say which build to weigh: budget.ts DIST')
const read = (name: string) => readFileSync(join(dist, name))
const html = read('index.html').toString()
const initial = [...html.matchAll(/(?:src|href)="\/([^"]+\.(?:js|css))"/g)].map((match) => match[1] ?? '')
const script = initial.find((name) => name.includes('theme-init'))
const listed = script && FILES.exec(read(script).toString())?.[0]
if (listed === undefined) throw new Error(`${dist}/index.html has no script with the files of each screen`)

for (const [path, files] of Object.entries(JSON.parse(listed) as Record<string, string[]>)) {
  const names = [...new Set(['index.html', ...initial, ...files.map((file) => file.slice(1))])]
  const total = names.reduce((sum, name) => sum + brotliCompressSync(read(name)).length, 0)
  const budget = (BUDGETS[path] ?? BUDGETS['other'] ?? 0) * 1024
  console.log(`first load of ${path}: ${kib(total)} brotli of ${kib(budget)} (${names.length} files)`)
  if (total > budget) process.exitCode = 1
}

const example = globSync(join(dist, '**/*.js')).filter((file) => /loopreel/i.test(readFileSync(file, 'utf8')))
if (example.length > 0) {
  console.log(
    `the build contains the example platform, build without VITE_EXAMPLE_PLATFORM: ${example.join(', ')}`,
  )
  process.exitCode = 1
}

function kib(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} KiB`
}
