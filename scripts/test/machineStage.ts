import { runCommand } from '../runCommand.ts'
import { bringPrograms, type Machine } from './bringPrograms.ts'
import { findProgram, findTestBrowser, isTestBrowserQuick } from './findProgram.ts'
import { NEEDED } from './planInstall.ts'
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
  beginsAtOnce: true,
  run: () => bringPrograms(NEEDED, thisMachine),
}
