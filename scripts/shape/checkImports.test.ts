import { expect, test } from 'vitest'
import { checkoutWith } from '../test/checkout.ts'
import { checkImports, importsIn } from './checkImports.ts'

const PACKAGES = ['zod', 'immer', 'fastify', 'socket.io', 'socket.io-client', 'react', 'vitest', 'uplot']

/** The files that the planted imports point at. */
const TARGETS = [
  'shared/engine/ids.ts',
  'shared/protocol/down.ts',
  'shared/features/market/market.ts',
  'shared/features/world/regions.ts',
  'shared/features/world/regions.test.ts',
  'server/config.ts',
  'server/main.ts',
  'server/engine/hub.ts',
  'server/features/market/rules.ts',
  'server/features/market/rules.test.ts',
  'server/game/link.ts',
  'server/http/app.ts',
  'server/gateway/down.ts',
  'server/storage/sqlite.ts',
  'server/testing/testApp.ts',
  'client/App.tsx',
  'client/connection/connect.ts',
  'client/features/market/MarketScreen.tsx',
  'client/themes/dark.ts',
  'client/ui/Button.tsx',
  'scripts/build/builds.ts',
]

const isOurs = (target: string): boolean => /\.tsx?$/.test(target)

const plainImport = (path: string): string => `import { x } from '${path}'\nexport const y = x\n`

type Planted = { readonly from: string; readonly to: string; readonly write?: (path: string) => string }

function sourceOf({ from, to, write = plainImport }: Planted): string {
  const up = '../'.repeat(from.split('/').length - 1)
  return write(isOurs(to) ? `${up}${to}` : to)
}

/** The faults of a checkout in which each `from` imports its `to`. */
function faultsOf(planted: readonly Planted[]): Promise<readonly string[]> {
  const files = Object.fromEntries(TARGETS.map((path) => [path, 'export const x = 1\n']))
  for (const name of PACKAGES) {
    files[`node_modules/${name}/package.json`] = JSON.stringify({ name, main: 'index.js' })
    files[`node_modules/${name}/index.js`] = 'exports.x = 1\n'
  }
  for (const one of planted) files[one.from] = sourceOf(one)
  return checkImports(checkoutWith(files).root)
}

/** Gives each planted file a name of its own, so that one checkout holds them all. */
const numbered = (path: string, index: number): string => path.replace('/new', `/new${index}`)

const FORBIDDEN = [
  ['shared-engine', 'shared/engine/new.ts', 'shared/protocol/down.ts'],
  ['shared-protocol', 'shared/protocol/new.ts', 'shared/features/market/market.ts'],
  ['shared-world', 'shared/features/world/new.ts', 'shared/features/market/market.ts'],
  ['shared', 'shared/features/market/new.ts', 'server/engine/hub.ts'],
  ['server-engine', 'server/engine/new.ts', 'server/features/market/rules.ts'],
  ['server-engine', 'server/engine/new.ts', 'shared/features/market/market.ts'],
  ['server-engine', 'server/engine/new.ts', 'server/storage/sqlite.ts'],
  ['server-features', 'server/features/market/new.ts', 'server/gateway/down.ts'],
  ['server-features', 'server/features/market/new.ts', 'server/storage/sqlite.ts'],
  ['server-features', 'server/features/market/new.ts', 'server/http/app.ts'],
  ['server-features', 'server/features/market/new.ts', 'server/game/link.ts'],
  ['features-use-no-vendor', 'server/features/market/new.ts', 'fastify'],
  ['features-use-no-vendor', 'server/features/market/new.ts', 'socket.io'],
  ['features-use-no-core', 'server/features/market/new.ts', 'node:sqlite'],
  ['features-use-no-core', 'server/features/market/new.ts', 'node:net'],
  ['server-game', 'server/game/new.ts', 'server/features/market/rules.ts'],
  ['server-game', 'server/game/new.ts', 'server/storage/sqlite.ts'],
  ['server-storage', 'server/storage/new.ts', 'server/features/market/rules.ts'],
  ['server-gateway', 'server/gateway/new.ts', 'server/features/market/rules.ts'],
  ['server-http', 'server/http/new.ts', 'server/features/market/rules.ts'],
  ['only-app-knows-all', 'server/http/new.ts', 'server/config.ts'],
  ['only-app-knows-all', 'server/engine/new.ts', 'server/main.ts'],
  ['server-auth', 'server/auth/new.ts', 'server/storage/sqlite.ts'],
  ['server-cluster', 'server/cluster/new.ts', 'server/gateway/down.ts'],
  ['server-observability', 'server/observability/new.ts', 'server/features/market/rules.ts'],
  ['server', 'server/new.ts', 'client/App.tsx'],
  ['server', 'server/new.ts', 'scripts/build/builds.ts'],
  ['client', 'client/features/market/new.tsx', 'server/engine/hub.ts'],
  ['client-ui', 'client/ui/new.tsx', 'client/features/market/MarketScreen.tsx'],
  ['client-ui', 'client/themes/new.ts', 'client/features/market/MarketScreen.tsx'],
  ['client-connection', 'client/connection/new.ts', 'client/features/market/MarketScreen.tsx'],
  ['client-connection', 'client/connection/new.ts', 'shared/features/market/market.ts'],
  ['only-the-connection-knows-sockets', 'client/features/market/new.ts', 'socket.io-client'],
  ['client-uses-no-server-vendor', 'client/features/market/new.ts', 'fastify'],
  ['shared-runs-anywhere', 'shared/features/market/new.ts', 'node:fs'],
  ['shared-runs-anywhere', 'client/features/market/new.ts', 'node:fs'],
  ['shared-uses-no-vendor', 'shared/features/market/new.ts', 'react'],
  ['no-test-in-product', 'server/new.ts', 'server/testing/testApp.ts'],
  ['no-test-in-product', 'server/features/market/new.ts', 'server/features/market/rules.test.ts'],
  ['no-test-in-product', 'shared/features/market/new.ts', 'shared/features/world/regions.test.ts'],
  ['no-test-tool-in-product', 'server/new.ts', 'vitest'],
  ['no-unknown-import', 'server/new.ts', 'server/engine/gone.ts'],
] as const

test('[IM1] a forbidden import is named, with its rule', { tags: 'slow' }, async () => {
  const faults = await faultsOf(FORBIDDEN.map(([, from, to], index) => ({ from: numbered(from, index), to })))
  const unseen = FORBIDDEN.filter(
    ([rule, from], index) => !faults.some((fault) => fault.startsWith(`${rule}: ${numbered(from, index)} → `)),
  )
  expect(unseen).toEqual([])
})

const ALLOWED = [
  ['shared/protocol/new.ts', 'shared/engine/ids.ts'],
  ['shared/features/market/new.ts', 'shared/protocol/down.ts'],
  ['shared/features/market/new.ts', 'zod'],
  ['shared/engine/new.ts', 'shared/features/world/regions.ts'],
  ['server/engine/new.ts', 'shared/features/world/regions.ts'],
  ['server/engine/new.ts', 'shared/protocol/down.ts'],
  ['server/features/market/new.ts', 'server/engine/hub.ts'],
  ['server/features/market/new.ts', 'shared/features/market/market.ts'],
  ['server/features/market/new.ts', 'immer'],
  ['server/features/market/new.ts', 'node:crypto'],
  ['server/features/market/new.test.ts', 'server/testing/testApp.ts'],
  ['server/features/market/new.test.ts', 'vitest'],
  ['server/game/new.ts', 'shared/features/market/market.ts'],
  ['server/http/new.ts', 'fastify'],
  ['server/storage/new.ts', 'node:sqlite'],
  ['server/main.ts', 'server/features/market/rules.ts'],
  ['server/testing/new.ts', 'server/main.ts'],
  ['client/features/market/new.tsx', 'client/connection/connect.ts'],
  ['client/features/market/new.tsx', 'shared/features/market/market.ts'],
  ['client/connection/new.ts', 'socket.io-client'],
  ['client/connection/new.ts', 'shared/protocol/down.ts'],
  ['client/ui/new.tsx', 'client/themes/dark.ts'],
  ['client/ui/new.tsx', 'client/connection/connect.ts'],
  ['client/vite.config.ts', 'node:path'],
  ['scripts/new.ts', 'server/main.ts'],
] as const

test('[IM2] an allowed import is not a fault', async () => {
  expect(await faultsOf(ALLOWED.map(([from, to], index) => ({ from: numbered(from, index), to })))).toEqual([])
})

test.each([
  ['a type', (path: string) => `import type { X } from '${path}'\nexport type Y = X\n`],
  ['a re-export', (path: string) => `export { x } from '${path}'\n`],
  ['a re-export of everything', (path: string) => `export * from '${path}'\n`],
  ['a side effect', (path: string) => `import '${path}'\n`],
  ['an import at run time', (path: string) => `export const y = await import('${path}')\n`],
])('[IM3] %s counts as an import', async (_, write) => {
  const faults = await faultsOf([{ from: 'server/engine/new.ts', to: 'server/storage/sqlite.ts', write }])
  expect(faults.join('\n')).toContain('server-engine: server/engine/new.ts → server/storage/sqlite.ts')
})

test('[IM4] a cycle is named file by file, types included', async () => {
  const { root } = checkoutWith({
    'shared/engine/a.ts': "import { b } from './b.ts'\nexport const a = b\n",
    'shared/engine/b.ts': "import type { C } from './c.tsx'\nexport const b: C | 1 = 1\n",
    'shared/engine/c.tsx': "import { a } from './a.ts'\nexport type C = typeof a\nexport const C = () => <b>{a}</b>\n",
  })
  const faults = (await checkImports(root)).join('\n')
  expect(faults).toContain(
    'no-cycle: shared/engine/a.ts → shared/engine/b.ts → shared/engine/c.tsx → shared/engine/a.ts',
  )
})

test('[IM5] a checkout in which nothing is read is a fault', async () => {
  expect(await checkImports(checkoutWith({ 'README.md': '' }).root)).toHaveLength(1)
})

test('[IM2505] an import that comes, or whose file goes, is found after the imports were clean', async () => {
  const { root, write, remove } = checkoutWith({
    'shared/engine/a.ts': 'export const a = 1\n',
    'shared/engine/b.ts': "import { a } from './a.ts'\nexport const b = a\n",
    'client/ui/c.ts': "import './d.css'\n",
    'client/ui/d.css': '',
  })
  expect(await checkImports(root)).toEqual([])
  remove('client/ui/d.css')
  expect((await checkImports(root)).join('\n')).toContain('client/ui/c.ts → ./d.css')
  write('shared/engine/a.ts', "export const a = 1\nexport const later = () => import('./b.ts')\n")
  expect((await checkImports(root)).join('\n')).toContain('no-cycle')
})

test.each([
  "import {\n  type A,\n  b,\n} from './a.ts'",
  'export * from "./a.ts"',
  "import './a.css'",
  "import(\n  './a.ts'",
])('[IM2506] what is looked at of a file ends behind its last import: %j', (imported) => {
  expect(importsIn(`const a = 1\n${imported}\n`)).toContain(imported)
  expect(importsIn(`${imported}\n\nconst a = 1\nconst b = 2\n`)).not.toContain('const b')
})
