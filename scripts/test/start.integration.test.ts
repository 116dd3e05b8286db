import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { repositoryRoot } from '../repositoryRoot.ts'
import { checkoutWith } from './checkout.ts'

const REAL = [
  'scripts/start.ts',
  'scripts/repositoryRoot.ts',
  'scripts/runCommand.ts',
  'scripts/build',
  'server/config/configError.ts',
  'server/config/envFile.ts',
  'server/engine/unusablePlace.ts',
  'shared/engine/textEdits.ts',
]

/** A stand-in for Vite that fails when the page's source says so. */
const BUNDLER = `
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
export async function build() {
  if (readFileSync('client/main.tsx', 'utf8') === 'broken') throw new Error('main.tsx makes no sense')
  mkdirSync('build/client', { recursive: true })
  writeFileSync('build/client/index.html', 'page')
}
`
const BUNDLER_CONFIG = "export const circleText = 'a circle'\nexport const configOf = () => ({})\n"

const DRAWER = `
import { mkdirSync, writeFileSync } from 'node:fs'
mkdirSync('build/map', { recursive: true })
writeFileSync('build/map/island-day-4096.webp', 'island')
`

const HUB = `
process.on('SIGTERM', () => process.exit(9))
console.log('open, called ' + process.env.COMMUNITY_NAME)
if (process.env.STAYS) setInterval(() => {}, 1000)
`

/** A small checkout with the real start script, and a drawer, a bundler and a hub of its own. */
function createCheckout() {
  const checkout = checkoutWith({
    'package.json': '{"type": "module"}',
    'package-lock.json': '{}',
    'tsconfig.json': '{}',
    'client/main.tsx': 'fine',
    'scripts/drawIsland.ts': DRAWER,
    'client/vite.config.ts': BUNDLER_CONFIG,
    'node_modules/vite/package.json': '{"type": "module", "exports": "./vite.js"}',
    'node_modules/vite/vite.js': BUNDLER,
    'server/main.ts': HUB,
  })
  for (const path of REAL) cpSync(join(repositoryRoot, path), join(checkout.root, path), { recursive: true })
  const script = join(checkout.root, 'scripts/start.ts')
  const start = (env: Record<string, string> = {}) =>
    new Promise<{ code: number; out: string; err: string }>((resolve) => {
      const child = execFile(process.execPath, [script], { env: { ...process.env, ...env } }, (_, out, err) =>
        resolve({ code: child.exitCode ?? -1, out, err }),
      )
    })
  const begin = () =>
    spawn(process.execPath, [script], { env: { ...process.env, STAYS: '1' }, stdio: ['ignore', 'pipe', 'inherit'] })
  return { ...checkout, start, begin }
}

test('[SA1] the first start draws the island and builds the page; the second only starts', async () => {
  const checkout = createCheckout()
  const first = await checkout.start({ COMMUNITY_NAME: 'Oasis' })
  expect(first.out.split('\n').map((line) => line.replace(/[\d.]+ s/, 'N s'))).toEqual([
    'Drawing the island (about N s) …',
    'Drawing the island: done in N s.',
    'Building the page (about N s) …',
    'Building the page: done in N s.',
    'open, called Oasis',
    '',
  ])
  expect((await checkout.start({ COMMUNITY_NAME: 'Oasis' })).out).toBe('open, called Oasis\n')
})

test('[SA2] only what is out of date is rebuilt', async () => {
  const checkout = createCheckout()
  await checkout.start()
  checkout.write('client/main.tsx', 'changed')
  const { out } = await checkout.start()
  expect(out).toContain('Building the page')
  expect(out).not.toContain('Drawing the island')
})

test("[SA3] a page that cannot be built shows the bundler's output, and no hub starts", async () => {
  const checkout = createCheckout()
  checkout.write('client/main.tsx', 'broken')
  const { code, out, err } = await checkout.start()
  expect(code).toBe(1)
  expect(err).toMatch(/^Building the page failed:\n/)
  expect(err).toContain('main.tsx makes no sense')
  expect(out).not.toContain('open')
})

test('[SA4] settings come from .env, and the environment overrides them', async () => {
  const checkout = createCheckout()
  checkout.write('.env', 'COMMUNITY_NAME=Spring\n')
  expect((await checkout.start()).out).toContain('called Spring')
  expect((await checkout.start({ COMMUNITY_NAME: 'Oasis' })).out).toContain('called Oasis')
})

test('[SA1300] a line of .env without = ends the start with its number, and no hub starts', async () => {
  const checkout = createCheckout()
  checkout.write('.env', '# settings\nADMIN_PASSWORD marker\n')
  const { code, out, err } = await checkout.start()
  expect(code).toBe(1)
  expect(err).toMatch(/^The hub can't start\.\nLine 2 of .*\.env is not a setting\. Write NAME=value, /)
  expect(out + err).not.toMatch(/marker|called/)
})

test('[SA1847] a folder of builds that cannot be written is named in words, and no hub starts', async () => {
  const checkout = createCheckout()
  checkout.write('build/stamps', 'a file')
  const { code, out, err } = await checkout.start()
  expect(code).toBe(1)
  expect(err).toMatch(
    /build\/stamps\S* (is a file, and a folder is needed there|needs a folder where a file is)\..*, or run this as the user who owns the checkout\.\n$/,
  )
  expect(err).not.toContain('    at ')
  expect(out).not.toContain('called')
})

test('[SA5] a signal is passed to the hub, which decides how to end', async () => {
  const running = createCheckout().begin()
  for await (const chunk of running.stdout) if (String(chunk).includes('open')) break
  running.kill('SIGTERM')
  expect(await once(running, 'exit')).toEqual([9, null])
})
