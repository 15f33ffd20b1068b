import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { firstLoad } from './plugins/first-load.ts'

const ACCOUNTS = ['pages/accounts/list/AccountsPage.tsx']

/** What each screen needs for its first content. */
const SCREENS = {
  '/': ['pages/dashboard/DashboardPage.tsx'],
  '/instagram': ACCOUNTS,
  '/tiktok': ACCOUNTS,
  '/all-data': ['pages/content/AllContentPage.tsx'],
  '/login': ['pages/auth/SignInPage.tsx'],
  '/members': ['pages/admin/users/MembersPage.tsx'],
  '/profile': ['pages/profile/ProfilePage.tsx'],
  '/compare': ['pages/compare/ComparePage.tsx', 'charts/plot/TrendChart.tsx'],
  '/admin': ['pages/admin/AdminPage.tsx'],
  '/admin/groups': ['pages/groups/GroupsPage.tsx'],
  '/admin/sessions': ['pages/sessions/SessionsPage.tsx'],
}

/** Modules that most signed-in screens show first: our own except tables, dialogs and what few need, icons, and some components of Mantine. */
const SCREEN_PARTS =
  /\/src\/(?!table\/|components\/buttons\/CopyButton|components\/forms\/SegmentedFilter|components\/dialogs\/|charts\/plot\/|util\/(?:adminMessages|metrics\/cost))|tabler(?!.*IconCopy)|Skeleton|NativeSelect|Combobox|create-safe-context|use-force-update|auto-contrast|DirectionProvider|use-callback-ref|to-int|get-env/

/** Modules that the same screens show first, by the name of their common file. Each pattern must match one, so that a new name is noticed. */
const TOGETHER = {
  accounts: [
    /\/src\/pages\/accounts\/\w+\./,
    /\/src\/pages\/accounts\/list\/Select/,
    /\/src\/pages\/accounts\/identity\/IdentityNotice/,
    /IconUserQuestion/,
    /core\/.*(?:Checkbox|InlineInput|InputsGroupFieldset)/,
  ],
  change: [
    /\/src\/charts\/days\/days\./,
    /\/src\/charts\/days\/periodSums/,
    /\/src\/charts\/history\/GainedViews/,
  ],
  dashboard: [
    /\/src\/util\/url\/useGroupParam/,
    /\/src\/components\/values\/CostRule/,
    /\/src\/util\/metrics\/(?:cost|maxReached)\./,
  ],
  days: [/\/src\/charts\/days\/dataStart/, /\/src\/charts\/days\/useTrend/],
  dialogs: [/\/src\/components\/dialogs\/(?:Dialogs|Overlays)/],
  items: [
    /\/src\/pages\/content\/scope/,
    /\/src\/table\/(?:ItemCaption|tableView)/,
    /\/src\/table\/metricColumns/,
    /\/src\/charts\/history\/HistoryFromUrl/,
    /\/src\/api\/useCurrencies/,
  ],
  lists: [
    /\/src\/charts\/history\/(?:HistoryLink|MetricChange)/,
    /\/src\/charts\/history\/historyUrl/,
    /\/src\/charts\/history\/useOpenHistory/,
    /\/src\/components\/values\/Picture/,
    /\/src\/table\/(?:sort|Toolbar)/,
    /\/src\/util\/time\/periodQuery/,
    /use-debounced-callback/,
    /SimpleGrid|get-(?:base|breakpoint)-value|get-sorted-breakpoints/,
    /tabler/,
  ],
  scraping: [
    /\/src\/api\/useMayManage/,
    /\/src\/components\/runs\/ScrapeAllButton/,
    /\/src\/components\/runs\/useStartScrape/,
    /\/src\/components\/runs\/(?:followed|progress)/,
    /\/src\/api\/group\./,
    /useMutationState/,
    /useQueries|queriesObserver/,
    /core\/.*Anchor/,
    /\/src\/components\/buttons\/CompareLink/,
    /\/src\/util\/metrics\/compare/,
  ],
  segmented: [
    /\/src\/components\/forms\/SegmentedFilter/,
    /SegmentedControl/,
    /FloatingIndicator/,
    /use-(?:shallow-effect|timeout|mutation-observer|mounted)/,
    /hooks.*shallow-equal/,
    /utils\/primitive/,
  ],
  table: [
    /\/src\/table\/DataTable/,
    /\/src\/table\/rowClick/,
    /\/src\/table\/column\./,
    /\/src\/components\/forms\/search\/Chip\./,
    /\/src\/components\/buttons\/ExportButton/,
  ],
}

/** Libraries, except the icons of tables, and what only forms use. */
const COMMON = /\/node_modules\/(?!.*(?:IconArrow|mantine\/form|klona|fast-deep-equal))/

/** Modules of the file that every screen loads first. */
const noted = new Set<string>()

function note(id: string): null {
  noted.add(id)
  return null
}

/** The shortest hash that the bundler allows: every screen first loads a list of all file names, and hashes cannot be compressed. */
const HASHED = 'assets/[name]-[hash:7]'

export default defineConfig({
  plugins: [react(), firstLoad(SCREENS, Object.values(TOGETHER).flat())],
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
    // Few files: on a slow line, sixty small ones take longer than their bytes, and they compress worse. Dialogs stay apart.
    rolldownOptions: {
      output: {
        entryFileNames: `${HASHED}.js`,
        chunkFileNames: `${HASHED}.js`,
        assetFileNames: `${HASHED}[extname]`,
        codeSplitting: {
          groups: [
            // The sign-in screen loads it too: besides what starts the app, only libraries, without the icons of tables and the forms
            // of dialogs. Only one group can be this file, so two others note its modules, and capture none.
            { name: note, debugName: 'initial', tags: ['$initial'] },
            { name: note, debugName: 'common', minShareCount: 16, test: COMMON },
            { name: 'main', test: (id) => noted.has(id) },
            { name: 'shared', minShareCount: 6, test: SCREEN_PARTS },
            ...Object.entries(TOGETHER).map(([name, patterns]) => ({
              name,
              test: new RegExp(patterns.map(({ source }) => source).join('|')),
              minShareCount: 2,
              includeDependenciesRecursively: false,
            })),
          ],
        },
      },
    },
    // Sizes are judged by scripts/budget.ts, compressed.
    chunkSizeWarningLimit: 700,
  },
  server: { proxy: { '/api': process.env['CLIPMETER_API'] ?? 'http://127.0.0.1:8420' } },
  test: {
    // How long each test took, for the report of scripts/test.
    reporters: ['default', ['json', { outputFile: 'node_modules/.tmp/durations.json' }]],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{src,scripts}/**/*.test.ts'],
          // Pure code, which leaves nothing behind: a process for each file takes six times as long.
          isolate: false,
          // Style sheets are empty unless a test reads them as text.
          css: { include: [/\?raw$/] },
          env: { VITE_EXAMPLE_PLATFORM: '' },
          // Far longer than any test takes: other test steps may keep all cores busy.
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        // One file of icons instead of thousands.
        resolve: { mainFields: ['main'] },
        test: {
          name: 'example',
          include: ['src/**/*.test.tsx'],
          environment: 'happy-dom',
          env: { VITE_EXAMPLE_PLATFORM: 'loopreel' },
          // Loading all screens on a busy machine.
          hookTimeout: 120_000,
          testTimeout: 60_000,
        },
      },
    ],
  },
})
