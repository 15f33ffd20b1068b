/**
 * Finds dependency cycles between Rust modules. In each folder, the files and subfolders must not depend on each other in a circle. A
 * module and its own submodules may use each other. Tests and re-exports of `lib.rs` and `mod.rs` are not dependencies.
 */

const TEST = /(^|\/)tests?(\/|\.rs$)|_tests\.rs$/

/** Returns the paths of the leaves of a use tree, such as `['crate', 'a', 'B']`. */
export function leaves(tree, prefix = []) {
  const text = tree.trim()
  const brace = text.indexOf('{')
  if (brace === -1) {
    const path = text.replace(/\s+as\s+\w+$/, '').split('::')
    return [[...prefix, ...path.map((part) => part.trim())].filter((part) => part !== '' && part !== 'self')]
  }
  const head = text
    .slice(0, brace)
    .split('::')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const parts = []
  let depth = 0
  let current = ''
  for (const character of text.slice(brace + 1, text.lastIndexOf('}'))) {
    if (character === '{') depth += 1
    if (character === '}') depth -= 1
    if (character === ',' && depth === 0) {
      parts.push(current)
      current = ''
    } else current += character
  }
  return [...parts, current]
    .filter((part) => part.trim() !== '')
    .flatMap((part) => leaves(part, [...prefix, ...head]))
}

/** Returns the module path of a file below `src`: `a/mod.rs` and `a.rs` are `['a']`, `lib.rs` is `[]`. */
export function modulePath(file) {
  const parts = file.replace(/\.rs$/, '').split('/')
  return ['mod', 'lib', 'main'].includes(parts.at(-1)) ? parts.slice(0, -1) : parts
}

/** Returns the source without comments and without inline test modules. */
function product(source) {
  const code = source.replace(/\/\/.*$/gm, '')
  const test = code.search(/^#\[cfg\(test\)\]\s*(pub(\([^)]*\))? )?mod \w+ \{/m)
  return test === -1 ? code : code.slice(0, test)
}

/** Reads the modules of a crate: `sources` maps files below `src` to their text. */
function read(sources) {
  const modules = new Map()
  for (const [file, source] of Object.entries(sources)) {
    if (TEST.test(file)) continue
    const path = modulePath(file)
    const code = product(source)
    const uses = []
    const exports = new Map()
    const rest = code.replace(/^[ \t]*(pub(?:\([^)]*\))? )?use ([^;]+);/gm, (_, isPublic, tree) => {
      for (const leaf of leaves(tree)) {
        if (isPublic) exports.set(leaf.at(-1), leaf)
        else uses.push(leaf)
      }
      return ''
    })
    for (const [match] of rest.matchAll(/(?<![\w:])(?:crate|super|self)(?:::\w+)+/g))
      uses.push(match.split('::'))
    modules.set(path.join('::'), { path, uses, exports })
  }
  return modules
}

/** Returns the module that a path leads to, following re-exports, or null if it is in another crate. */
function target(modules, from, path, depth = 0) {
  if (depth > 8) return null
  let absolute
  if (path[0] === 'crate') absolute = path.slice(1)
  else if (path[0] === 'super') {
    const ups = path.findLastIndex((part) => part === 'super') + 1
    absolute = [...from.slice(0, from.length - ups), ...path.slice(ups)]
  } else if (path[0] === 'self') absolute = [...from, ...path.slice(1)]
  else if (modules.has([...from, path[0]].join('::'))) absolute = [...from, ...path]
  else return null
  for (let length = absolute.length; length >= 0; length -= 1) {
    const found = modules.get(absolute.slice(0, length).join('::'))
    if (found === undefined) continue
    const exported = found.exports.get(absolute[length])
    return exported === undefined
      ? found.path
      : (target(modules, found.path, exported, depth + 1) ?? found.path)
  }
  return null
}

/** Returns the dependencies between the children of each folder: folder → child → children that it uses, with an example. */
function dependencies(modules) {
  const folders = new Map()
  for (const { path, uses } of modules.values()) {
    for (const use of uses) {
      const used = target(modules, path, use)
      if (used === null) continue
      const common = path.findIndex((part, index) => part !== used[index])
      // One contains the other.
      if (common === -1 || common >= used.length) continue
      const folder = path.slice(0, common).join('::')
      const children = folders.get(folder) ?? folders.set(folder, new Map()).get(folder)
      const targets = children.get(path[common]) ?? children.set(path[common], new Map()).get(path[common])
      if (!targets.has(used[common])) targets.set(used[common], `${path.join('::')} uses ${used.join('::')}`)
    }
  }
  return folders
}

/** Returns the groups of nodes that reach each other (Tarjan). */
function circles(graph) {
  const index = new Map()
  const low = new Map()
  const stack = []
  const found = []
  const visit = (node) => {
    index.set(node, index.size)
    low.set(node, index.get(node))
    stack.push(node)
    for (const next of graph.get(node)?.keys() ?? []) {
      if (!index.has(next)) {
        visit(next)
        low.set(node, Math.min(low.get(node), low.get(next)))
      } else if (stack.includes(next)) low.set(node, Math.min(low.get(node), index.get(next)))
    }
    if (low.get(node) === index.get(node)) {
      const group = stack.splice(stack.indexOf(node))
      if (group.length > 1) found.push(group)
    }
  }
  for (const node of graph.keys()) if (!index.has(node)) visit(node)
  return found
}

/** Returns one text for each cycle of a crate. */
export function cycles(sources) {
  const texts = []
  for (const [folder, graph] of dependencies(read(sources))) {
    for (const group of circles(graph)) {
      const arrows = group.flatMap((node) =>
        [...(graph.get(node) ?? [])]
          .filter(([next]) => group.includes(next))
          .map(([, example]) => `    ${example}`),
      )
      texts.push(`${folder === '' ? 'crate' : folder}: ${group.toSorted().join(', ')}\n${arrows.join('\n')}`)
    }
  }
  return texts
}
