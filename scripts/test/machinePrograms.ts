import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Ended, runCommand } from '../runCommand.ts'
import { type Counts, countFaults } from './counts.ts'
import type { Stage } from './runStages.ts'

const run: Machine['run'] = ([command = '', ...args]) => runCommand(command, args, { output: 'kept', limitMs: 300_000 })

const thisMachine: Machine = {
  run,
  print: console.log,
  isMissing: ({ name }) => (name === 'chromium' ? findTestBrowser() : findProgram(name)) === undefined,
  isSlow: ({ name }) => name === 'chromium' && !isTestBrowserQuick(),
  readRights: async () => ({
    hasAptGet: findProgram('apt-get') !== undefined,
    isRoot: process.getuid?.() === 0,
    hasSudo: (await run(['sudo', '-n', 'true'])).exitCode === 0,
  }),
}

/** Installs the programs that the tests need, or says which to install by hand. */
export const machineStage: Stage = {
  title: 'programs of the machine',
  startsAtOnce: true,
  run: () => bringPrograms(NEEDED, thisMachine),
}

type Machine = {
  readonly isMissing: (program: Program) => boolean
  /** The program works, but its best package has a quicker one. */
  readonly isSlow: (program: Program) => boolean
  readonly readRights: () => Promise<Rights>
  readonly run: (command: readonly string[]) => Promise<Ended>
  readonly print: (line: string) => void
}

/** Fetches the package lists only if installing without them failed: they are often there, and fetching is slow. */
async function install(packages: readonly string[], rights: Rights, { run, print }: Machine): Promise<string> {
  const commands = installCommands(packages, rights)
  print(`Installing ${packages.join(' and ')} (about a minute) …`)
  const first = await run(commands.install)
  if (first.exitCode === 0) return first.talk
  print('Updating the package lists …')
  await run(commands.update)
  return (await run(commands.install)).talk
}

/**
 * Installs the programs that the machine lacks. A program that cannot be installed is a fault. A slow program is replaced if
 * installing is allowed.
 */
export async function bringPrograms(programs: readonly Program[], machine: Machine): Promise<Counts> {
  const lacking = () => programs.filter(machine.isMissing)
  const wanted = programs.filter((program) => machine.isMissing(program) || machine.isSlow(program))
  if (wanted.length === 0) return countFaults([])
  const rights = await machine.readRights()
  if (!mayInstall(rights)) return countFaults(missingFaults(lacking(), rights))
  // One unknown package keeps apt from installing the others: try all of them with the next choice.
  let talk = await install(packagesOf(wanted, 0), rights, machine)
  if (lacking().length > 0) talk = await install(packagesOf(lacking(), 1), rights, machine)
  return countFaults(lacking().map(({ name, otherwise }) => `${name} could not be installed: ${otherwise}.\n${talk}`))
}

/** A program that the tests need, and the Debian packages that contain it, best first. */
type Program = { readonly name: string; readonly packages: readonly string[]; readonly otherwise: string }

export const NEEDED: readonly Program[] = [
  {
    name: 'redis-server',
    packages: ['redis-server'],
    otherwise: 'install Redis so that redis-server is on the path',
  },
  {
    name: 'chromium',
    packages: ['chromium-headless-shell', 'chromium'],
    otherwise: 'install Chromium, or name its program in the variable CHROMIUM',
  },
]

/** Whether Debian packages can be installed without a prompt. */
type Rights = { readonly hasAptGet: boolean; readonly isRoot: boolean; readonly hasSudo: boolean }

export const mayInstall = ({ hasAptGet, isRoot, hasSudo }: Rights): boolean => hasAptGet && (isRoot || hasSudo)

const reason = ({ hasAptGet }: Rights): string =>
  hasAptGet ? 'installing needs root or sudo without a password' : 'there is no apt-get to install it with'

/** What to do where installing is not allowed. */
export const missingFaults = (missing: readonly Program[], rights: Rights): string[] =>
  missing.map(({ name, otherwise }) => `${name} is missing and ${reason(rights)}: ${otherwise}.`)

/** @param choice index of the package of each program, from 0; the last one if it has fewer */
export const packagesOf = (programs: readonly Program[], choice: number): string[] =>
  programs.flatMap(({ packages }) => packages[choice] ?? packages.at(-1) ?? [])

/** Fail within seconds if no server answers: the package may be one that the tests can do without. */
const APT_LIMITS = ['-o', 'Acquire::Retries=1', '-o', 'Acquire::http::Timeout=20']

/** The command that installs the packages, and the one that fetches the package lists. */
export function installCommands(packages: readonly string[], { isRoot }: Rights) {
  const first = [...(isRoot ? [] : ['sudo', '-n']), 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get']
  return {
    install: [...first, 'install', '--yes', '--no-install-recommends', ...APT_LIMITS, ...packages],
    update: [...first, 'update', ...APT_LIMITS],
  }
}

function canRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}

/** The path of the first of these programs on PATH. */
function findProgram(...names: readonly string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const paths = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  return paths.find(canRun)
}

const CHROMIUM = ['chromium', 'chromium-browser', 'google-chrome']
/** Chromium's engine without a window: the same pages with half of the work. */
const SHELL = ['chromium-headless-shell']

/** The program that CHROMIUM names, even if it does not exist; otherwise the first of these on PATH. */
function findBrowser(...names: readonly string[]): string | undefined {
  const named = process.env.CHROMIUM
  if (named) return canRun(named) ? named : undefined
  return findProgram(...names)
}

/** A complete Chromium. */
export const findChromium = (): string | undefined => findBrowser(...CHROMIUM)

/** The browser of the tests, without a window if possible. */
export const findTestBrowser = (): string | undefined => findBrowser(...SHELL, ...CHROMIUM)

/** Whether the browser of the tests is the quickest one, or the one that CHROMIUM names. */
const isTestBrowserQuick = (): boolean => findBrowser(...SHELL) !== undefined
