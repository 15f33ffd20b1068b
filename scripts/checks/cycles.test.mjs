import assert from 'node:assert/strict'
import { test } from 'node:test'

import { cycles, leaves, modulePath } from './cycles.mjs'

test('leaves: nested braces, aliases and self are expanded', () => {
  assert.deepEqual(leaves('crate::a::{self, b::{C, D as E}, F}'), [
    ['crate', 'a'],
    ['crate', 'a', 'b', 'C'],
    ['crate', 'a', 'b', 'D'],
    ['crate', 'a', 'F'],
  ])
})

test('modulePath: mod.rs and lib.rs stand for their folder', () => {
  assert.deepEqual(
    ['lib.rs', 'a.rs', 'a/mod.rs', 'a/b.rs'].map((file) => modulePath(file)),
    [[], ['a'], ['a'], ['a', 'b']],
  )
})

const CASES = [
  {
    name: 'a use in both directions',
    files: { 'a.rs': 'use crate::b::B;', 'b.rs': 'use super::a::A;' },
    found: 1,
  },
  { name: 'a use in one direction', files: { 'a.rs': 'use crate::b::B;', 'b.rs': '' }, found: 0 },
  {
    name: 'a path in code',
    files: { 'a.rs': 'fn f() { crate::b::g() }', 'b.rs': 'use crate::a;' },
    found: 1,
  },
  {
    name: 'a circle through a re-export',
    files: { 'lib.rs': 'mod a;\nmod b;\npub use a::A;', 'a.rs': 'use crate::b::B;', 'b.rs': 'use crate::A;' },
    found: 1,
  },
  {
    name: 'files of two folders',
    files: { 'a/mod.rs': '', 'a/x.rs': 'use crate::b::y::Y;', 'b/mod.rs': 'use crate::a::Z;', 'b/y.rs': '' },
    found: 1,
  },
  {
    name: 'a module and its own submodule',
    files: { 'a/mod.rs': 'use x::X;', 'a/x.rs': 'use super::A;' },
    found: 0,
  },
  {
    name: 'tests and comments',
    files: {
      'a.rs': '// use crate::b;\n#[cfg(test)]\nmod tests {\n    use crate::b::B;\n}',
      'b.rs': 'use crate::a::A;',
    },
    found: 0,
  },
]

for (const { name, files, found } of CASES) {
  test(`cycles: ${name}: ${found === 0 ? 'none' : 'reported'}`, () => {
    assert.equal(cycles({ 'lib.rs': '', ...files }).length, found)
  })
}
