import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename, join, posix } from 'node:path'
import { test } from 'node:test'
import { ROOT } from '../suite/run.mjs'

/** Where pages are mentioned outside of links: comments, messages, scripts. */
const MENTION = /(?<![\w/])docs\/[\w./-]+\.md(?:#[\w-]+|, \\?"[^"\\]+)?/g
const ADR = /\bADR(?:\s|\/\/!|\/\/\/|--|#)+(\d{4})\b/g

/** A page without its code: fenced blocks become empty lines, code in a line keeps its text. */
function prose(page) {
  let fence = false
  return page
    .split('\n')
    .map((line) => {
      const edge = /^\s*(```|~~~)/.test(line)
      if (edge) fence = !fence
      return fence || edge ? '' : line
    })
    .join('\n')
}

/** The targets of links and images, without code. */
function links(page) {
  const text = prose(page).replaceAll(/`[^`]*`/g, '``')
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1])
}

/** The files and folders of the repository that a page names in backticks: they begin with one of the folders `tops`. */
function paths(page, tops) {
  return [...page.matchAll(/`([^`\n]+)`/g)]
    .map(([, code]) => code.split(/ |::/)[0])
    .filter((path) => path.includes('/') && tops.has(path.split('/')[0]) && !/[<>{}*]/.test(path))
}

/** The paths in the last column of a page's tables, which may begin anywhere. Routes are no paths. */
function places(page) {
  const cells = [...page.matchAll(/^\|.*\|([^|]+)\|$/gm)].map((match) => match[1])
  return cells.flatMap((cell) => [...cell.matchAll(/`([\w.-]+\/[\w./-]*)`/g)].map((match) => match[1]))
}

/** The anchors of a page's headings, as GitHub derives them. */
function anchors(page) {
  const counts = new Map()
  return headings(page).map((title) => {
    const slug = title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(/\s/g, '-')
    const count = counts.get(slug) ?? 0
    counts.set(slug, count + 1)
    return count === 0 ? slug : `${slug}-${count}`
  })
}

function headings(page) {
  return [...prose(page).matchAll(/^#{1,6} +(.*)$/gm)].map((match) =>
    match[1].replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').trim(),
  )
}

/** Why a link of a page leads nowhere; undefined if it is correct or leads to another site. */
function broken(file, link, read = readOrNull) {
  if (/^[a-z]+:/.test(link)) return undefined
  const [path, anchor] = link.split('#')
  const target = path === '' ? file : posix.normalize(posix.join(posix.dirname(file), path))
  const page = read(target)
  if (page === null) return `${file}: ${link}: ${target} does not exist`
  if (anchor !== undefined && !anchors(page).includes(anchor))
    return `${file}: ${link}: ${target} has no such heading`
  return undefined
}

/** The text of a file of the repository, empty for a folder, null if there is none. */
function readOrNull(file) {
  const path = join(ROOT, file)
  if (!existsSync(path)) return null
  return file.endsWith('.md') ? readFileSync(path, 'utf8') : ''
}

function tracked(...patterns) {
  return execFileSync('git', ['ls-files', '--', ...patterns], { cwd: ROOT, encoding: 'utf8' })
    .trim()
    .split('\n')
    .filter((file) => existsSync(join(ROOT, file)))
}

/** Whether Git ignores a path, as what a test or a build writes. */
function isIgnored(path) {
  return spawnSync('git', ['check-ignore', '--quiet', path], { cwd: ROOT }).status === 0
}

const PAGES = {
  'docs/a.md': '# A page\n\n## Rates `x`, and more\n\n## Twice\n\n## Twice\n\n```\n# no heading\n```\n',
  'docs/dev/b.md': '',
}
const CASES = [
  ['a page', 'a.md', true],
  ['a page in another folder', 'dev/b.md', true],
  ['a missing page', 'b.md', false],
  ['a heading', '#rates-x-and-more', true],
  ['the second heading of the same text', 'a.md#twice-1', true],
  ['a missing heading', '#no-heading', false],
  ['another site', 'https://example.com/b.md', true],
]
for (const [what, link, correct] of CASES)
  test(`links: ${what} is ${correct ? 'accepted' : 'reported'}`, () => {
    assert.equal(broken('docs/a.md', link, (file) => PAGES[file] ?? null) === undefined, correct)
  })

test('links in code are ignored, others found across line breaks', () => {
  assert.deepEqual(links('`[a](b)` [two\nlines](c.md#d)\n```\n[e](f)\n```\n![g](h.png)'), ['c.md#d', 'h.png'])
})

test('paths in a page are those of tracked folders, without arguments and tests', () => {
  const page = '`a/b.rs` `a/b.rs::c` `a/run --d` `b/c` `a/*/c` `a/<x>/` `GET /a/b`'
  assert.deepEqual(paths(page, new Set(['a'])), ['a/b.rs', 'a/b.rs', 'a/run'])
})

test('places in the glossary are paths of the last column', () => {
  assert.deepEqual(places('| a | `b/c` | `d/`, `e/f.rs`, `g`, `/h/i`, `POST /j` |\n'), ['d/', 'e/f.rs'])
})

test('every file and folder that a page names exists', () => {
  const tops = new Set(tracked('*/*').map((file) => file.split('/')[0]))
  const found = tracked('*.md').flatMap((file) => {
    const page = readFileSync(join(ROOT, file), 'utf8')
    const named = [...paths(page, tops), ...(file === 'docs/dev/glossary.md' ? places(page) : [])]
    return named
      .filter((path) => !existsSync(join(ROOT, path)) && !isIgnored(path))
      .map((path) => `${file}: ${path}`)
  })
  assert.deepEqual(found, [])
})

test('every link between pages leads to an existing page and heading', () => {
  const files = tracked('*.md')
  assert.ok(files.length > 50)
  const found = files.flatMap((file) =>
    links(readFileSync(join(ROOT, file), 'utf8')).map((link) => broken(file, link)),
  )
  assert.deepEqual(found.filter(Boolean), [])
})

test('every page and decision that is mentioned in a file exists', () => {
  const adrs = tracked('docs/adr/*.md').map((file) => basename(file).slice(0, 4))
  const found = tracked(':!*.png', ':!scripts/checks/docs.test.mjs').flatMap((file) => {
    const text = readFileSync(join(ROOT, file), 'utf8')
    const mentions = [...text.matchAll(MENTION)].map(([mention]) => {
      const [path, title] = mention.split(/, \\?"/)
      const page = title === undefined ? null : readOrNull(path)
      if (page !== null && !headings(page).includes(title)) return `${file}: ${path} has no "${title}"`
      return broken('README.md', path)?.replace('README.md', file)
    })
    const decisions = [...text.matchAll(ADR)].map(([, number]) =>
      adrs.includes(number) ? undefined : `${file}: ADR ${number} does not exist`,
    )
    return [...mentions, ...decisions]
  })
  assert.deepEqual(found.filter(Boolean), [])
})

test('the index lists every page once', () => {
  const index = links(readFileSync(join(ROOT, 'docs/README.md'), 'utf8'))
    .filter((link) => !link.startsWith('..'))
    .map((link) => `docs/${link}`)
  const pages = tracked('docs/user/*.md', 'docs/operator/*.md', 'docs/dev/*.md')
  assert.deepEqual(index.toSorted(), [...pages, 'docs/adr/README.md'].toSorted())
})

test('decisions are numbered without gaps, listed by title, and have the standard sections', () => {
  const index = readFileSync(join(ROOT, 'docs/adr/README.md'), 'utf8')
  const sections = ['Status', 'Context', 'Decision', 'Alternatives considered', 'Consequences']
  const files = tracked('docs/adr/0*.md').map((file) => basename(file))
  for (const [at, file] of files.entries()) {
    const number = String(at + 1).padStart(4, '0')
    const [title, ...found] = headings(readFileSync(join(ROOT, 'docs/adr', file), 'utf8'))
    assert.ok(file.startsWith(`${number}-`) && title.startsWith(`${number} `), `${file}: ${title}`)
    assert.ok(index.includes(`| [${number}](${file}) | ${title.slice(5)} |`), `the index lacks ${title}`)
    assert.deepEqual(found, sections, file)
  }
})
