import { expect, test } from 'vitest'
import { checkoutWith } from '../test/checkout.ts'
import { checkImports } from './checkImports.ts'

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
  'server/sockets/down.ts',
  'server/storage/sqlite.ts',
  'server/testing/village.ts',
  'client/App.tsx',
  'client/connection/connect.ts',
  'client/features/market/MarketScreen.tsx',
  'client/themes/dark.ts',
  'client/ui/Button.tsx',
  'scripts/build/builds.ts',
]

const isOurs = (target: string): boolean => /\.tsx?$/.test(target)

/** A checkout in which `from` imports `to`, in the form that `write` gives it. */
function plant(
  from: string,
  to: string,
  write = (path: string) => `import { x } from '${path}'\nexport const y = x\n`,
) {
  const files = Object.fromEntries(TARGETS.map((path) => [path, 'export const x = 1\n']))
  for (const name of PACKAGES) {
    files[`node_modules/${name}/package.json`] = JSON.stringify({ name, main: 'index.js' })
    files[`node_modules/${name}/index.js`] = 'exports.x = 1\n'
  }
  const up = '../'.repeat(from.split('/').length - 1)
  files[from] = write(isOurs(to) ? `${up}${to}` : to)
  return checkoutWith(files).root
}

test.each([
  ['shared-engine', 'shared/engine/new.ts', 'shared/protocol/down.ts'],
  ['shared-protocol', 'shared/protocol/new.ts', 'shared/features/market/market.ts'],
  ['shared-world', 'shared/features/world/new.ts', 'shared/features/market/market.ts'],
  ['shared', 'shared/features/market/new.ts', 'server/engine/hub.ts'],
  ['server-engine', 'server/engine/new.ts', 'server/features/market/rules.ts'],
  ['server-engine', 'server/engine/new.ts', 'shared/features/market/market.ts'],
  ['server-engine', 'server/engine/new.ts', 'server/storage/sqlite.ts'],
  ['server-features', 'server/features/market/new.ts', 'server/sockets/down.ts'],
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
  ['server-sockets', 'server/sockets/new.ts', 'server/features/market/rules.ts'],
  ['server-http', 'server/http/new.ts', 'server/features/market/rules.ts'],
  ['main-knows-all', 'server/http/new.ts', 'server/config.ts'],
  ['main-knows-all', 'server/engine/new.ts', 'server/main.ts'],
  ['server', 'server/new.ts', 'client/App.tsx'],
  ['server', 'server/new.ts', 'scripts/build/builds.ts'],
  ['client', 'client/features/market/new.tsx', 'server/engine/hub.ts'],
  ['client-ui', 'client/ui/new.tsx', 'client/features/market/MarketScreen.tsx'],
  ['client-themes', 'client/themes/new.ts', 'client/connection/connect.ts'],
  ['client-connection', 'client/connection/new.ts', 'client/features/market/MarketScreen.tsx'],
  ['client-connection', 'client/connection/new.ts', 'shared/features/market/market.ts'],
  ['only-the-connection-knows-sockets', 'client/features/market/new.ts', 'socket.io-client'],
  ['client-uses-no-server-vendor', 'client/features/market/new.ts', 'fastify'],
  ['shared-runs-anywhere', 'shared/features/market/new.ts', 'node:fs'],
  ['shared-runs-anywhere', 'client/features/market/new.ts', 'node:fs'],
  ['shared-uses-no-vendor', 'shared/features/market/new.ts', 'react'],
  ['no-test-in-product', 'server/new.ts', 'server/testing/village.ts'],
  ['no-test-in-product', 'server/features/market/new.ts', 'server/features/market/rules.test.ts'],
  ['no-test-in-product', 'shared/features/market/new.ts', 'shared/features/world/regions.test.ts'],
  ['no-test-tool-in-product', 'server/new.ts', 'vitest'],
  ['no-unknown-import', 'server/new.ts', 'server/engine/gone.ts'],
])('[IM1] %s: %s may not import %s', async (rule, from, to) => {
  const faults = await checkImports(plant(from, to))
  expect(faults.map((fault) => fault.split(':')[0])).toContain(rule)
  expect(faults.join('\n')).toContain(from)
})

test.each([
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
  ['server/features/market/new.test.ts', 'server/testing/village.ts'],
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
])('[IM2] %s may import %s', async (from, to) => {
  expect(await checkImports(plant(from, to))).toEqual([])
})

test.each([
  ['a type', (path: string) => `import type { X } from '${path}'\nexport type Y = X\n`],
  ['a re-export', (path: string) => `export { x } from '${path}'\n`],
  ['a re-export of everything', (path: string) => `export * from '${path}'\n`],
  ['a side effect', (path: string) => `import '${path}'\n`],
  ['an import at run time', (path: string) => `export const y = await import('${path}')\n`],
])('[IM3] %s counts as an import', async (_, write) => {
  const faults = await checkImports(plant('server/engine/new.ts', 'server/storage/sqlite.ts', write))
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
