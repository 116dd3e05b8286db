import type { Ended } from '../runCommand.ts'
import { type Program, planInstall, type Rights } from './planInstall.ts'
import { type Tally, tallyFaults } from './tally.ts'

export type Machine = {
  readonly isMissing: (program: Program) => boolean
  readonly readRights: () => Promise<Rights>
  readonly run: (command: readonly string[]) => Promise<Ended>
  readonly print: (line: string) => void
}

type Commands = { readonly install: readonly string[]; readonly update: readonly string[] }

/** Package lists are fetched only if installing without fetching did not do: they are often there, and fetching is slow. */
async function install({ install, update }: Commands, { run, print }: Machine): Promise<string> {
  const first = await run(install)
  if (first.exitCode === 0) return first.talk
  print('Fetching the package lists …')
  await run(update)
  return (await run(install)).talk
}

/** Installs those of the programs that the machine lacks; what cannot be had counts as failed and is told. */
export async function bringPrograms(programs: readonly Program[], machine: Machine): Promise<Tally> {
  const missing = programs.filter(machine.isMissing)
  if (missing.length === 0) return tallyFaults([])
  const plan = planInstall(missing, await machine.readRights())
  if ('faults' in plan) return tallyFaults(plan.faults)
  machine.print(`Installing ${missing.map((program) => program.package).join(' and ')} (about a minute) …`)
  const talk = await install(plan, machine)
  const stillMissing = missing.filter(machine.isMissing)
  return tallyFaults(
    stillMissing.map(({ name, otherwise }) => `${name} could not be installed: ${otherwise}.\n${talk}`),
  )
}
