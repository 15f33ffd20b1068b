import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { themeScript } from './plugins/theme-script.ts'

export default defineConfig({
  plugins: [react(), themeScript()],
  resolve: { alias: { '@': fileURLToPath(new URL('src', import.meta.url)) } },
  // The server replaces it in each response.
  html: { cspNonce: '__CSP_NONCE__' },
  // Constant, so that the example of docs/dev/add-a-platform.md is removed from other builds.
  define: {
    'import.meta.env.VITE_EXAMPLE_PLATFORM': JSON.stringify(process.env['VITE_EXAMPLE_PLATFORM'] ?? ''),
  },
  build: {
    target: 'es2023',
    // No data: URIs, so that the content policy can stay strict.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Sizes are judged by scripts/budget.ts, compressed.
    chunkSizeWarningLimit: 700,
  },
  server: { proxy: { '/api': process.env['CLIPMETER_API'] ?? 'http://127.0.0.1:8420' } },
  test: {
    include: ['{src,scripts}/**/*.test.ts'],
    // Pure code, which leaves nothing behind: a process for each file takes six times as long.
    isolate: false,
    // Style sheets are empty unless a test reads them as text.
    css: { include: [/\?raw$/] },
    // How long each test took, for the report of scripts/test.
    reporters: ['default', ['json', { outputFile: 'node_modules/.tmp/durations.json' }]],
  },
})
