import assert from 'node:assert/strict'
import { test } from 'node:test'
import { retiredIn } from './words.mjs'

const CASES = [
  ['a type', 'rs', 'struct RunFacts {', ['RunFacts']],
  ['a variable', 'rs', 'let asked = 1;', ['asked']],
  ['a constant', 'ts', 'const MOST_TALLIES = 1', ['MOST_TALLIES']],
  ['a column', 'sql', 'SELECT told FROM runs', ['told']],
  ['a part of a longer word', 'rs', 'let taskedness = unasked;', []],
  ['a comment', 'rs', '/// It was asked.\nlet x = 1; // asked', []],
  ['a string', 'rs', 'let x = "asked"; let y = r#"told "lent""#;', []],
  ['a quote that is no string', 'rs', "fn f<'a>(asked: &'a str)", ['asked']],
  ['text on a screen', 'tsx', '<Text>It was told</Text>', []],
  ['a name of a test', 'rs', 'fn what_rests_is_skipped() {', ['what_rests_is_skipped']],
  ['a file in another language', 'md', 'asked', []],
]

for (const [what, ending, text, expected] of CASES)
  test(`retired words: ${what}`, () => {
    assert.deepEqual(
      retiredIn(text, ending).map(({ identifier }) => identifier),
      expected,
    )
  })
