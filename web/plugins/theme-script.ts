import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

const SOURCE = new URL('../src/app/theme-init.js', import.meta.url)
const FILE = 'theme-init.js'
const DEV_PATH = `/${FILE}`

/**
 * Puts the color-scheme script into <head> as a classic, blocking file: it runs before the first paint
 * (no flash of the wrong theme) and needs no exception from a content policy without inline scripts.
 * A build gives the file a hashed name; the development server reads it anew each time.
 */
export function themeScript(): Plugin[] {
  return [
    {
      name: 'clipmeter:theme-script:build',
      apply: 'build',
      buildStart() {
        this.emitFile({
          type: 'asset',
          name: 'theme-init.js',
          source: readFileSync(SOURCE, 'utf8'),
        })
      },
      transformIndexHtml: (_html, { bundle = {} }) => {
        const file = Object.values(bundle).find(
          (output) => output.type === 'asset' && output.names.includes(FILE),
        )
        return script(`/${file?.fileName ?? FILE}`)
      },
    },
    {
      name: 'clipmeter:theme-script:serve',
      apply: (_config, { command }) => command === 'serve' && process.env['VITEST'] === undefined,
      configureServer(server) {
        server.middlewares.use(DEV_PATH, (_request, response) => {
          response.setHeader('content-type', 'text/javascript')
          response.end(readFileSync(SOURCE))
        })
      },
      transformIndexHtml: () => script(DEV_PATH),
    },
  ]
}

function script(src: string) {
  return [{ tag: 'script', attrs: { src }, injectTo: 'head-prepend' as const }]
}
