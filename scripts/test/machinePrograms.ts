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

/** Brings the programs that the tests need beside Node, or says which to install by hand. */
export const machineStage: Stage = {
  title: 'programs of the machine',
  startsAtOnce: true,
  run: () => bringPrograms(NEEDED, thisMachine),
}

type Machine = {
  readonly isMissing: (program: Program) => boolean
  /** It is there and serves, and what its best package brings would serve better. */
  readonly isSlow: (program: Program) => boolean
  readonly readRights: () => Promise<Rights>
  readonly run: (command: readonly string[]) => Promise<Ended>
  readonly print: (line: string) => void
}

/** Package lists are fetched only if installing without fetching did not do: they are often there, and fetching is slow. */
async function install(packages: readonly string[], rights: Rights, { run, print }: Machine): Promise<string> {
  const commands = installCommands(packages, rights)
  print(`Installing ${packages.join(' and ')} (about a minute) …`)
  const first = await run(commands.install)
  if (first.exitCode === 0) return first.talk
  print('Fetching the package lists …')
  await run(commands.update)
  return (await run(commands.install)).talk
}

/**
 * Installs those of the programs that the machine lacks; what cannot be had counts as failed and is told. What is only slow
 * is brought on the way, where that is allowed.
 */
export async function bringPrograms(programs: readonly Program[], machine: Machine): Promise<Counts> {
  const lacking = () => programs.filter(machine.isMissing)
  const wanted = programs.filter((program) => machine.isMissing(program) || machine.isSlow(program))
  if (wanted.length === 0) return countFaults([])
  const rights = await machine.readRights()
  if (!mayInstall(rights)) return countFaults(missingFaults(lacking(), rights))
  // A package that this system does not have keeps apt from installing the others too: all are tried with the next choice.
  let talk = await install(packagesOf(wanted, 0), rights, machine)
  if (lacking().length > 0) talk = await install(packagesOf(lacking(), 1), rights, machine)
  return countFaults(lacking().map(({ name, otherwise }) => `${name} could not be installed: ${otherwise}.\n${talk}`))
}

/** What the tests need of the machine beside Node, and the Debian packages that bring it, the best first. */
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

/** Whether Debian packages may be installed here without asking anybody. */
type Rights = { readonly hasAptGet: boolean; readonly isRoot: boolean; readonly hasSudo: boolean }

export const mayInstall = ({ hasAptGet, isRoot, hasSudo }: Rights): boolean => hasAptGet && (isRoot || hasSudo)

const reason = ({ hasAptGet }: Rights): string =>
  hasAptGet ? 'installing needs root or sudo without a password' : 'there is no apt-get to install it with'

/** What a person should do where installing is not allowed. */
export const missingFaults = (missing: readonly Program[], rights: Rights): string[] =>
  missing.map(({ name, otherwise }) => `${name} is missing and ${reason(rights)}: ${otherwise}.`)

/** @param choice which of the packages of each program, from 0; the last of those that have fewer */
export const packagesOf = (programs: readonly Program[], choice: number): string[] =>
  programs.flatMap(({ packages }) => packages[choice] ?? packages.at(-1) ?? [])

/** Where no server answers it is told so in seconds: what is wanted may be what the tests can do without. */
const PATIENCE = ['-o', 'Acquire::Retries=1', '-o', 'Acquire::http::Timeout=20']

/** The two commands that bring the packages, the second for when the machine does not know where they are. */
export function installCommands(packages: readonly string[], { isRoot }: Rights) {
  const first = [...(isRoot ? [] : ['sudo', '-n']), 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get']
  return {
    install: [...first, 'install', '--yes', '--no-install-recommends', ...PATIENCE, ...packages],
    update: [...first, 'update', ...PATIENCE],
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

/** Where the first of these programs is found on the machine's path. */
function findProgram(...names: readonly string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const paths = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  return paths.find(canRun)
}

const CHROMIUM = ['chromium', 'chromium-browser', 'google-chrome']
/** Chromium's engine without the window around it: the same pages for half of the work. */
const SHELL = ['chromium-headless-shell']

/** What CHROMIUM names counts alone, even if it is no program; or else the first of these that the system has. */
function findBrowser(...names: readonly string[]): string | undefined {
  const named = process.env.CHROMIUM
  if (named) return canRun(named) ? named : undefined
  return findProgram(...names)
}

/** A whole Chromium. */
export const findChromium = (): string | undefined => findBrowser(...CHROMIUM)

/** The browser of the tests: rather without a window. */
export const findTestBrowser = (): string | undefined => findBrowser(...SHELL, ...CHROMIUM)

/** Whether the browser of the tests is as quick as can be had, or as somebody chose. */
const isTestBrowserQuick = (): boolean => findBrowser(...SHELL) !== undefined
