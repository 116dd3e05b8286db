import { execFile, spawn } from 'node:child_process'
import { copyFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from '../repositoryRoot.ts'
import { checkoutWith } from './checkout.ts'

const platform = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
/** The package of the Node for this machine. */
export const nodePackage = `node_modules/node-${platform}`
const own = { os: process.platform, cpu: process.arch, optional: true }

/** A lock file with this version of zod, and with Node for this machine or for another one. */
export const lock = (version: string, node = { [nodePackage]: { version: '24.0.0', ...own } }) =>
  JSON.stringify({
    packages: {
      '': {},
      'node_modules/zod': { version },
      ...node,
      'node_modules/optional': { version: '1.0.0', optional: true, os: ['somewhere-else'] },
    },
  })

/** A stand-in for npm: installs what the lock names, records it as npm does, and counts its runs. */
const NPM = `
import { appendFileSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
appendFileSync('npm-runs.log', process.argv.slice(2).join(' ') + '\\n')
if (process.env.NPM_BREAKS) {
  console.error('npm error network is unreachable')
  process.exit(1)
}
rmSync('node_modules', { recursive: true, force: true })
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
const fits = ({ os, cpu }) => (!os || [os].flat().includes(process.platform)) && (!cpu || cpu === process.arch)
const installed = Object.entries(packages).filter(([path, entry]) => path !== '' && fits(entry))
for (const [path, entry] of installed) {
  mkdirSync(path + '/bin', { recursive: true })
  writeFileSync(path + '/package.json', JSON.stringify(entry))
  if (path.startsWith('node_modules/node-') && !process.env.NPM_FORGETS_NODE) symlinkSync(process.env.REAL_NODE, path + '/bin/node')
}
writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages: Object.fromEntries(installed) }))
`

/** A small checkout with the real bootstrap script, its own npm, and two commands: greet and wait. */
export function createCheckout() {
  const checkout = checkoutWith({
    'package.json': '{"type": "module"}',
    'package-lock.json': lock('4.0.0'),
    'npm/npm-cli.js': NPM,
    'scripts/greet.ts':
      'const to: string = process.argv[2] ?? ""\nconsole.log("hello " + to)\nprocess.exitCode = Number(process.argv[3] ?? 0)\n',
    'scripts/wait.ts':
      'process.on("SIGTERM", () => process.exit(7))\nsetInterval(() => {}, 1000)\nconsole.log("waiting")\n',
  })
  copyFileSync(join(repositoryRoot, 'scripts/bootstrap.mjs'), join(checkout.root, 'scripts/bootstrap.mjs'))
  const env = {
    ...process.env,
    npm_execpath: join(checkout.root, 'npm/npm-cli.js'),
    npm_node_execpath: process.execPath,
    REAL_NODE: process.execPath,
  }
  const program = [join(checkout.root, 'scripts/bootstrap.mjs')]
  const run = (args: readonly string[], more: NodeJS.ProcessEnv = {}) =>
    new Promise<{ code: number; out: string; err: string }>((resolve) => {
      const child = execFile(process.execPath, [...program, ...args], { env: { ...env, ...more } }, (_, out, err) =>
        resolve({ code: child.exitCode ?? -1, out, err }),
      )
    })
  const begin = (args: readonly string[]) =>
    spawn(process.execPath, [...program, ...args], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const log = join(checkout.root, 'npm-runs.log')
  const npmRuns = () => (existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n').length : 0)
  return { ...checkout, run, begin, npmRuns }
}
