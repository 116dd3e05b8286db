// The first step of every npm script. It runs on whatever Node the machine has (18 or newer), makes sure that the packages of
// package-lock.json are installed, and then runs scripts/<verb>.ts on the Node that the lock pins.
// Plain JavaScript with no imports of ours or of packages: nothing is installed yet when it starts.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const modules = join(root, 'node_modules')
const stampFile = join(modules, '.waterhole-lock')
const isWindows = process.platform === 'win32'
/** The package that holds Node for this machine, where the lock has one. */
const nodePackage = `node-${isWindows ? 'win' : process.platform}-${process.arch}`

/**
 * How Node runs the hub; sizes are in MB. New objects: with much memory V8 fills 64 MB before it collects them and pauses for up to 20 ms,
 * which the slowest answers wait for; with 4 MB it pauses more often, for 1 ms (J3 in the findings of scripts/bench). One thread
 * collects them: several use more CPU time in all, which the journal's thread needs. Old objects: after a quiet time V8 lets them grow by
 * about a third before it marks all of them again, so that each storm of reconnects was marked; it marks nothing below 192 MB now (R3 there).
 * Node's own code is in large pages where the system has them: 10% less CPU time for a command, and 24 MB more memory.
 */
const nodeFlags = [
  '--max-semi-space-size=4',
  '--no-parallel-scavenge',
  '--initial-old-space-size=192',
  '--use-largepages=silent',
]
/** Tests are only collected more often with them: nothing in them waits for a pause. */
const withoutFlags = ['test', 'check']

/**
 * Here Node keeps what it has compiled, for this script and the programs that it starts: a start of the hub takes a third less CPU time.
 * Node ignores a folder that it cannot write, and compiles again what has changed.
 */
const compiled = join(root, 'build', 'compiled')

class Problem extends Error {}

function readText(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

function findLibc() {
  if (process.platform !== 'linux') return undefined
  process.report.excludeNetwork = true // or the report looks up host names, which takes seconds where there is no network
  return process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl'
}

/** Whether an entry of the lock fits this machine: such entries name their os, cpu and libc. */
function createMachineFilter() {
  const libc = findLibc()
  const names = (list, word) => [list].flat().includes(word)
  return ({ os, cpu, libc: entryLibc }) =>
    names(os, process.platform) && names(cpu, process.arch) && (!entryLibc || names(entryLibc, libc))
}

/** The Node that the lock pins for this machine; undefined if it has none, as for macOS. */
function pinnedNodeOf(lock) {
  if (!lock.packages[`node_modules/${nodePackage}`]) return undefined
  return join(modules, nodePackage, 'bin', isWindows ? 'node.exe' : 'node')
}

/** The machine's own Node, where the lock pins none. */
function machineNode(lock) {
  const pins = Object.entries(lock.packages).filter(([path]) => /^node_modules\/node-(linux|win)-/.test(path))
  const wanted = Number.parseInt(pins[0]?.[1].version, 10)
  if (Number.parseInt(process.versions.node, 10) >= wanted) return process.execPath
  throw new Problem(
    `package-lock.json brings Node for ${pins.map(([path]) => path.slice('node_modules/node-'.length)).join(', ')}, not for ` +
      `${process.platform}-${process.arch}. Install Node ${wanted} or newer there (this is ${process.version}) and run the command again.`,
  )
}

/** Whether every required package is installed, in any version. */
function arePackagesPresent(lock) {
  const isThere = ([path, entry]) => path === '' || entry.optional || existsSync(join(root, path, 'package.json'))
  const node = pinnedNodeOf(lock)
  return (!node || existsSync(node)) && Object.entries(lock.packages).every(isThere)
}

/** Whether npm's own record of the last install matches the lock: then npm was run by hand, and nothing is left to do. */
function didNpmInstallThis(lock) {
  const noted = readText(join(modules, '.package-lock.json'))
  if (noted === undefined) return false
  const installed = JSON.parse(noted).packages
  const isForThisMachine = createMachineFilter()
  return Object.entries(lock.packages).every(([path, entry]) => {
    if (path === '') return true
    const found = installed[path]
    return found ? found.version === entry.version : entry.optional && !isForThisMachine(entry)
  })
}

/** npm as it was started, or as the machine has it; never on the Node inside node_modules, which npm is about to remove. */
function npmCommand() {
  const isOutside = (path) => path && !path.startsWith(modules + sep)
  const paths = (process.env.PATH ?? '').split(delimiter).filter(isOutside)
  const env = { ...process.env, PATH: paths.join(delimiter) }
  const script = process.env.npm_execpath ?? ''
  const node = [process.env.npm_node_execpath, process.execPath].find(isOutside)
  if (node && script.endsWith('npm-cli.js')) return { command: node, first: [script], env }
  return {
    command: isWindows ? 'npm.cmd' : 'npm',
    first: [],
    env,
    shell: isWindows,
  }
}

/** Runs `npm ci`; its output is shown only if it fails. */
function runNpmCi() {
  const { command, first, env, shell } = npmCommand()
  const include = ['--include=dev', '--include=optional']
  // npm before 11 does not know which scripts package.json allows.
  const args = [...first, 'ci', ...include, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  return new Promise((resolve, reject) => {
    let talk = ''
    const child = spawn(command, args, { cwd: root, env, shell, stdio: ['ignore', 'pipe', 'pipe'] })
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (talk += chunk))
    child.on('error', (error) => reject(new Problem(`npm could not be started (${error.message}). Is npm installed?`)))
    child.on('close', (code, signal) => {
      if (code === 0) return resolve()
      reject(new Problem(`npm ci failed (${signal ? `stopped by ${signal}` : `exit code ${code}`}).\n\n${talk.trim()}`))
    })
    passSignalsOn(child)
  })
}

async function install(lock) {
  const startedAt = Date.now()
  const seconds = () => Math.round((Date.now() - startedAt) / 1000)
  console.log('Installing packages (about 30 s) …')
  const progress = setInterval(() => console.log(`  still installing, ${seconds()} s`), 10_000)
  try {
    await runNpmCi()
  } finally {
    clearInterval(progress)
  }
  const node = pinnedNodeOf(lock)
  if (node && !existsSync(node)) {
    throw new Problem(
      `npm ci ended without an error, but ${node} is missing. It is the optional package ${nodePackage}: npm leaves one out that it cannot\n` +
        'fetch or whose hash is not the one in package-lock.json. Look at the newest file in ~/.npm/_logs, and run the command again.',
    )
  }
  console.log(`Packages installed in ${seconds()} s.`)
}

async function makeSurePackagesAreInstalled(lock, lockText) {
  const lockHash = createHash('sha256').update(lockText).digest('hex')
  const isStamped = readText(stampFile) === lockHash
  if (arePackagesPresent(lock) && (isStamped || didNpmInstallThis(lock))) {
    if (!isStamped) stamp(lockHash)
    return
  }
  rmSync(stampFile, { force: true })
  await install(lock)
  stamp(lockHash)
}

/** It spares the next start a look at all packages. A user who may not write there starts all the same. */
function stamp(lockHash) {
  try {
    writeFileSync(stampFile, lockHash)
  } catch {}
}

function findScript(verb) {
  const verbs = readdirSync(join(root, 'scripts')).filter(
    (name) => /^[a-zA-Z]+\.ts$/.test(name) && !name.includes('.test.'),
  )
  const known = verbs.map((name) => name.slice(0, -'.ts'.length))
  if (!known.includes(verb)) {
    throw new Problem(`${verb ? `There is no command "${verb}"` : 'Which command?'}. There are: ${known.join(', ')}.`)
  }
  return join(root, 'scripts', `${verb}.ts`)
}

/** A terminal sends Ctrl+C to every foreground process, including the script: passing it on would send it twice. */
function passSignalsOn(child) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
    })
  }
}

function runScript(node, args) {
  const { PATH = '', NODE_COMPILE_CACHE = compiled } = process.env
  const env = { ...process.env, PATH: [join(modules, '.bin'), PATH].join(delimiter), NODE_COMPILE_CACHE }
  const child = spawn(node, args, { cwd: root, env, stdio: 'inherit' })
  passSignalsOn(child)
  child.on('error', (error) => fail(new Problem(`${node} could not be started: ${error.message}`)))
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code)
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.removeAllListeners(name)
    process.kill(process.pid, signal)
  })
}

function fail(error) {
  const isOfFile = typeof error?.code === 'string' && typeof error.path === 'string'
  const said = isOfFile
    ? `${error.path} cannot be used (${error.code}). Run this as the user who owns the checkout, or give the user that runs it permission for all of it.`
    : error instanceof Problem && error.message
  console.error(said || error)
  process.exit(1)
}

const [verb, ...rest] = process.argv.slice(2)
try {
  const script = findScript(verb)
  const lockText = readText(join(root, 'package-lock.json'))
  if (lockText === undefined) throw new Problem(`package-lock.json is missing in ${root}: the checkout is incomplete.`)
  const lock = JSON.parse(lockText)
  const node = pinnedNodeOf(lock) ?? machineNode(lock)
  await makeSurePackagesAreInstalled(lock, lockText)
  runScript(node, [...(withoutFlags.includes(verb) ? [] : nodeFlags), script, ...rest])
} catch (error) {
  fail(error)
}
