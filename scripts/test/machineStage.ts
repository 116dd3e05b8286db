import { runCommand } from '../runCommand.ts'
import { bringPrograms, type Machine } from './bringPrograms.ts'
import { findChromium, findProgram } from './findProgram.ts'
import { NEEDED } from './planInstall.ts'
import type { Stage } from './runStages.ts'

const run: Machine['run'] = ([command = '', ...args]) => runCommand(command, args, { output: 'kept', limitMs: 300_000 })

const thisMachine: Machine = {
  run,
  print: console.log,
  isMissing: ({ name }) => (name === 'chromium' ? findChromium() : findProgram(name)) === undefined,
  readRights: async () => ({
    hasAptGet: findProgram('apt-get') !== undefined,
    isRoot: process.getuid?.() === 0,
    hasSudo: (await run(['sudo', '-n', 'true'])).exitCode === 0,
  }),
}

/** Brings the programs that the tests need beside Node, or says which to install by hand. */
export const machineStage: Stage = {
  title: 'programs of the machine',
  run: () => bringPrograms(NEEDED, thisMachine),
}
