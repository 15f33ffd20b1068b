import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { minifySync, type Plugin, type Rolldown } from 'vite'

const SOURCE = new URL('../src/app/theme-init.js', import.meta.url)
const FILE = 'theme-init.js'
const DEV_PATH = `/${FILE}`

/** Stands for the files of each screen in the script. */
const FILES = '__FILES__'

/** Source files of the screens by path, relative to `src`: their chunks are requested before the main file has run. */
type Screens = Record<string, string[]>

/**
 * Makes the page show an outline before its files have arrived, on a slow line.
 *
 * Puts the color-scheme script into <head> as a classic, blocking file: it runs before the first paint (no flash of the wrong
 * theme) and needs no exception from a content policy without inline scripts. A build gives the file a hashed name and the files
 * of each screen; the development server reads it anew each time. Style sheets are moved behind the outline, which they would
 * otherwise delay.
 *
 * Fails if no module matches one of the `patterns`, by which modules are put together.
 */
export function firstLoad(screens: Screens, patterns: RegExp[]): Plugin[] {
  return [
    {
      name: 'clipmeter:first-load:build',
      apply: 'build',
      generateBundle: {
        order: 'pre',
        handler(_options, bundle) {
          const built = [...this.getModuleIds()]
          const unused = patterns.filter((pattern) => !built.some((module) => pattern.test(module)))
          if (unused.length > 0) throw new Error(`the build has no module that matches ${unused.join(', ')}`)
          const files = Object.entries(screens).map(([path, modules]) => [path, filesOf(modules, bundle)])
          const { code } = minifySync(FILE, readFileSync(SOURCE, 'utf8'))
          this.emitFile({ type: 'asset', name: FILE, source: withFiles(code, Object.fromEntries(files)) })
        },
      },
      transformIndexHtml: {
        order: 'post',
        handler: (html, { bundle = {} }) => {
          const file = Object.values(bundle).find(
            (output) => output.type === 'asset' && output.names.includes(FILE),
          )
          if (file === undefined) throw new Error(`the build has no ${FILE}`)
          const styles = html.match(/<link rel="stylesheet"[^>]*>/g) ?? []
          const moved = styles.reduce((page, style) => page.replace(style, ''), html)
          return {
            html: moved.replace('</body>', `${styles.join('')}</body>`),
            tags: script(`/${file.fileName}`),
          }
        },
      },
    },
    {
      name: 'clipmeter:first-load:serve',
      apply: (_config, { command }) => command === 'serve' && process.env['VITEST'] === undefined,
      configureServer(server) {
        server.middlewares.use(DEV_PATH, (_request, response) => {
          response.setHeader('content-type', 'text/javascript')
          response.end(withFiles(readFileSync(SOURCE, 'utf8'), {}))
        })
      },
      transformIndexHtml: () => script(DEV_PATH),
    },
  ]
}

function withFiles(source: string, files: Screens): string {
  if (!source.includes(FILES)) throw new Error(`${FILE} has no ${FILES}`)
  return source.replace(FILES, () => JSON.stringify(files))
}

function script(src: string) {
  return [{ tag: 'script', attrs: { src, nonce: '__CSP_NONCE__' }, injectTo: 'head-prepend' as const }]
}

/** Returns the files of the modules' chunks and of everything they import, except those of the main file. */
function filesOf(modules: string[], bundle: Rolldown.OutputBundle): string[] {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
  const loaded = new Set(chunks.filter(({ isEntry }) => isEntry).flatMap((entry) => closure(entry, bundle)))
  const needed = modules.flatMap((module) => {
    const path = fileURLToPath(new URL(`../src/${module}`, import.meta.url))
    const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(path))
    if (chunk === undefined) throw new Error(`the build has no ${module}`)
    return closure(chunk, bundle)
  })
  return [...new Set(needed.filter((file) => !loaded.has(file)))].map((file) => `/${file}`)
}

/** Returns a chunk's file, its style sheets, and those of its static imports. */
function closure(
  chunk: Rolldown.OutputChunk,
  bundle: Rolldown.OutputBundle,
  seen = new Set<string>(),
): string[] {
  if (seen.has(chunk.fileName)) return []
  seen.add(chunk.fileName)
  const imported = chunk.imports.flatMap((file) => {
    const output = bundle[file]
    return output?.type === 'chunk' ? closure(output, bundle, seen) : []
  })
  return [chunk.fileName, ...(chunk.viteMetadata?.importedCss ?? []), ...imported]
}
