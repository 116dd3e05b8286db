import { runCommand } from '../runCommand.ts'
import { findChromium, findProgram } from './findProgram.ts'
import { NEEDED, type Program, planInstall, type Rights } from './planInstall.ts'
import type { Stage } from './runStages.ts'
import { type Tally, tallyFaults } from './tally.ts'

const LIMIT_MS = 300_000

const isMissing = ({ name }: Program): boolean =>
  (name === 'chromium' ? findChromium() : findProgram(name)) === undefined

async function readRights(): Promise<Rights> {
  const hasSudo = findProgram('sudo') !== undefined && (await run(['sudo', '-n', 'true'])).exitCode === 0
  return { hasAptGet: findProgram('apt-get') !== undefined, isRoot: process.getuid?.() === 0, hasSudo }
}

const run = ([command = '', ...args]: readonly string[]) =>
  runCommand(command, args, { output: 'kept', limitMs: LIMIT_MS })

/** Package lists are fetched only if installing without fetching did not do: they are often there, and fetching is slow. */
async function install(plan: { install: readonly string[]; update: readonly string[] }): Promise<string> {
  const first = await run(plan.install)
  if (first.exitCode === 0) return first.talk
  console.log('Fetching the package lists …')
  await run(plan.update)
  return (await run(plan.install)).talk
}

async function bringPrograms(): Promise<Tally> {
  const missing = NEEDED.filter(isMissing)
  if (missing.length === 0) return tallyFaults([])
  const plan = planInstall(missing, await readRights())
  if ('faults' in plan) return tallyFaults(plan.faults)
  console.log(`Installing ${missing.map((program) => program.package).join(' and ')} (about a minute) …`)
  const talk = await install(plan)
  const stillMissing = missing.filter(isMissing)
  return tallyFaults(
    stillMissing.map(({ name, otherwise }) => `${name} could not be installed: ${otherwise}.\n${talk}`),
  )
}

/** Brings the programs that the tests need beside Node, or says which to install by hand. */
export const machineStage: Stage = { title: 'programs of the machine', run: bringPrograms }
