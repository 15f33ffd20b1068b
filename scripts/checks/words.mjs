/** Finds retired words in identifiers. docs/dev/glossary.md lists the terms that replaced them. */

import { readFileSync } from 'node:fs'

const RETIRED = new Set(
  `armed asked asks befalls bell claimant dealt dice disguise endings evidence exhibit facts fate guest guests homes housework ledger lent
  misses nobody nudge parked patience reseal rested resting rests revive revived rung settled somebody spoil spoiled stranger strangers strikes
  tallies tally told turns walked wanted witness`.split(/\s+/),
)

const SQL = /--.*|\/\*[\s\S]*?\*\/|'[^']*'/g
const RUST = /\/\/.*|\/\*[\s\S]*?\*\/|b?r(#*)"[\s\S]*?"\1|"(?:\\[\s\S]|[^"\\])*"|'(?:\\.|[^'\\])'/g
const SCRIPT =
  /\/\/.*|\/\*[\s\S]*?\*\/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\[\s\S]|[^`\\])*`|>[^<>{}=;]*</g

/** What is neither code nor an identifier, by the ending of the file. */
const LANGUAGES = { rs: RUST, sql: SQL, proto: SCRIPT, ts: SCRIPT, tsx: SCRIPT, mjs: SCRIPT }

/** Returns spaces and the line breaks of a text. */
const blank = (text) => text.replace(/[^\n]/g, ' ')

/** Returns the words of an identifier in lower case. */
function wordsOf(identifier) {
  return (identifier.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? []).map((word) => word.toLowerCase())
}

/**
 * Returns the identifiers of a source text that contain a retired word, with their lines. Comments and strings are not checked.
 * @param {string} text
 * @param {string} ending The file's ending, such as `rs`.
 * @returns {{ line: number, identifier: string }[]}
 */
export function retiredIn(text, ending) {
  const language = LANGUAGES[ending]
  if (language === undefined) return []
  const found = []
  for (const [at, line] of text.replace(language, blank).split('\n').entries())
    for (const [identifier] of line.matchAll(/[A-Za-z_][A-Za-z0-9_]*/g))
      if (wordsOf(identifier).some((word) => RETIRED.has(word))) found.push({ line: at + 1, identifier })
  return found
}

/** Prints the retired words of these files and returns whether there are none. */
function checkFiles(files) {
  let count = 0
  for (const file of files)
    for (const { line, identifier } of retiredIn(readFileSync(file, 'utf8'), file.split('.').at(-1))) {
      count += 1
      console.error(`${file}:${line}: ${identifier} contains a retired word; see docs/dev/glossary.md`)
    }
  return count === 0
}

if (process.argv[1]?.endsWith('words.mjs')) process.exitCode = checkFiles(process.argv.slice(2)) ? 0 : 1
