import { buildEverything } from '../build/buildEverything.ts'
import { repositoryRoot } from '../repositoryRoot.ts'
import { checkImports } from '../shape/checkImports.ts'
import { checkHouseShape } from '../shape/houseShape.ts'
import { commandStage } from './commandStage.ts'
import { machineStage } from './machineStage.ts'
import type { Stage } from './runStages.ts'
import { tallyFaults } from './tally.ts'
import { vitestStage } from './vitestStage.ts'

const buildStage: Stage = {
  title: 'island and page',
  beginsAtOnce: true,
  run: async () => {
    await buildEverything()
    return tallyFaults([])
  },
}

const importStage: Stage = {
  title: 'import directions',
  run: async () => tallyFaults(await checkImports(repositoryRoot)),
}

const houseStage: Stage = {
  title: 'house shape',
  run: async () => tallyFaults(checkHouseShape(repositoryRoot)),
}

const sourceStages: readonly Stage[] = [
  commandStage('types', ['node_modules/typescript/bin/tsc', '--noEmit', '-p', '.']),
  commandStage('format and lint', ['node_modules/@biomejs/biome/bin/biome', 'check', '.']),
  importStage,
  houseStage,
  commandStage('unused files, exports and packages', [
    'node_modules/knip/bin/knip.js',
    '--config',
    'scripts/knip.jsonc',
  ]),
]

const unitStage = vitestStage('unit tests', 'unit')

/** What needs nothing but the sources and is over in less than a minute. */
export const quickStages: readonly Stage[] = [...sourceStages, unitStage]

/** Everything that must hold before a change is good. */
export const allStages: readonly Stage[] = [
  ...sourceStages,
  buildStage,
  unitStage,
  machineStage,
  vitestStage('contract, integration and crash tests', 'contract', 'integration', 'crash'),
  vitestStage('browser tests', 'browser'),
]
