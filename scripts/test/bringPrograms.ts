import type { Ended } from '../runCommand.ts'
import { installCommands, mayInstall, missingFaults, type Program, packagesOf, type Rights } from './planInstall.ts'
import { type Tally, tallyFaults } from './tally.ts'

export type Machine = {
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
export async function bringPrograms(programs: readonly Program[], machine: Machine): Promise<Tally> {
  const lacking = () => programs.filter(machine.isMissing)
  const wanted = programs.filter((program) => machine.isMissing(program) || machine.isSlow(program))
  if (wanted.length === 0) return tallyFaults([])
  const rights = await machine.readRights()
  if (!mayInstall(rights)) return tallyFaults(missingFaults(lacking(), rights))
  // A package that this system does not have keeps apt from installing the others too: all are tried with the next choice.
  let talk = await install(packagesOf(wanted, 0), rights, machine)
  if (lacking().length > 0) talk = await install(packagesOf(lacking(), 1), rights, machine)
  return tallyFaults(lacking().map(({ name, otherwise }) => `${name} could not be installed: ${otherwise}.\n${talk}`))
}
