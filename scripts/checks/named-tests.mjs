/** The tests that pages name as `file::test`, and the tests that carry the number of a requirement of OWASP ASVS. */

/** In Rust and shell `asvs_9_1_1_…`, in a title `ASVS 9.1.1: …`. */
const NUMBER_IN_NAME = /^asvs_(\d+)_(\d+)_(\d+)_/
const NUMBER_IN_TITLE = /^ASVS (\d+\.\d+\.\d+): /

/** How a test begins in a source file, by the ending of the file. */
const DEFINITIONS = {
  rs: (name) => [`fn ${name}(`],
  sh: (name) => [`\n${name}() {`],
  mjs: titled,
  ts: (name) => [...titled(name), `  ${name}: [`],
  tsx: titled,
}

function titled(name) {
  return [`'${name}'`, `"${name}"`]
}

/** The tests that a page names in backticks, as `[file, test]`. */
export function namedTests(page) {
  return [...page.matchAll(/`([\w./-]+\.(?:rs|sh|tsx?|mjs))::([^`]+)`/g)].map(([, file, name]) => [
    file,
    name,
  ])
}

/** Whether a source file has a test of this name. */
export function hasTest(file, source, name) {
  const begins = DEFINITIONS[file.slice(file.lastIndexOf('.') + 1)](name)
  return begins.some((text) => `\n${source}`.includes(text))
}

/** The number of the requirement in the name of a test, as `9.1.1`, undefined if it has none. */
export function requirement(name) {
  return NUMBER_IN_NAME.exec(name)?.slice(1).join('.') ?? NUMBER_IN_TITLE.exec(name)?.[1]
}

/** The names in a source file that carry a number. */
export function numberedTests(source) {
  const names = [...source.matchAll(/\bfn (asvs_\w+)\(|^(asvs_\w+)\(\) \{/gm)].map(
    (match) => match[1] ?? match[2],
  )
  const titles = [...source.matchAll(/\b(?:test|it)\(\s*(['"])(ASVS .*?)\1/g)].map((match) => match[2])
  return [...names, ...titles]
}

/** The rows of the page's tables that begin with numbers of requirements. */
export function requirementRows(page) {
  return page
    .split('\n')
    .filter((line) => /^\| \d+\.\d+\.\d+/.test(line))
    .map((line) => ({
      numbers: line.split('|')[1].trim().split(', '),
      tests: namedTests(line),
    }))
}

/** What is wrong with the rows: tests that carry another number, numbers without a test, and tests without a row. */
export function rowErrors(rows, numbered) {
  const listed = new Set(rows.flatMap(({ tests }) => tests.map((test) => test.join('::'))))
  const missing = numbered.filter((test) => !listed.has(test)).map((test) => `${test} is in no row`)
  const wrong = rows.flatMap(({ numbers, tests }) => {
    const shown = tests.map(([, name]) => requirement(name))
    const foreign = tests
      .filter((_, at) => shown[at] !== undefined && !numbers.includes(shown[at]))
      .map((test) => `${test.join('::')} is in the row of ${numbers.join(', ')}`)
    return [
      ...numbers.filter((number) => !shown.includes(number)).map((number) => `no test of ${number} is named`),
      ...foreign,
    ]
  })
  return [...missing, ...wrong]
}
