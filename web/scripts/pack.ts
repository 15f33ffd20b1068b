/**
 * `pack.ts DIST`: adds the API documentation page and writes each text file as `.br` and `.gz` beside the original. The programs
 * embed these files so that they need not compress anything at build time or when serving.
 */
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const SWAGGER_UI = [
  'favicon-16x16.png',
  'favicon-32x32.png',
  'index.css',
  'swagger-ui-bundle.js',
  'swagger-ui-standalone-preset.js',
  'swagger-ui.css',
]
const TEXTS = /\.(css|html|js|json|svg|txt)$/

const dist = process.argv[2]
if (dist === undefined) throw new Error('say which build to pack: pack.ts DIST')

const docs = join(dist, 'api-docs')
cpSync('api-docs', docs, { recursive: true })
for (const name of SWAGGER_UI) cpSync(join('node_modules/swagger-ui-dist', name), join(docs, name))

const page = join(dist, 'index.html')
for (const entry of readdirSync(dist, { recursive: true, withFileTypes: true })) {
  const file = join(entry.parentPath, entry.name)
  // The page gets a nonce in each response and is compressed then.
  if (!entry.isFile() || !TEXTS.test(entry.name) || file === page) continue
  const text = readFileSync(file)
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: text.length }
  writeFileSync(`${file}.br`, brotliCompressSync(text, { params }))
  writeFileSync(`${file}.gz`, gzipSync(text, { level: 9 }))
  rmSync(file)
}
