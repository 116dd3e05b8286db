import { rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { buildEverything } from '../build/builds.ts'
import { repositoryRoot } from '../repositoryRoot.ts'
import { runCommand } from '../runCommand.ts'
import { checkImports } from '../shape/checkImports.ts'
import { lintChanged } from '../shape/foundClean.ts'
import { checkHouseShape } from '../shape/houseShape.ts'
import { attackStage } from './attackSummary.ts'
import { type Counts, countFaults, countVitest, joinCounts, type VitestReport } from './counts.ts'
import { machineStage } from './machinePrograms.ts'
import type { Stage } from './runStages.ts'
import type { Selection } from './selection.ts'

/** Only a program that hangs meets these limits, even on a slow and busy machine. */
const PROGRAM_LIMIT_MS = 900_000
const VITEST_LIMIT_MS = 5_000_000

const LINT = ['node_modules/@biomejs/biome/bin/biome', 'check', '--files-ignore-unknown=true']
const TYPE_CHECK = ['node_modules/typescript/bin/tsc', '--noEmit', '-p', '.', '--checkers', '1']

const buildStage: Stage = {
  title: 'island and page',
  startsAtOnce: true,
  run: async () => {
    await buildEverything()
    return countFaults([])
  },
}

// All at once: what computes in this process takes one core, and the programs beside it the other. Each keeps in build/ what it has
// found, by content, and looks at what has changed since.
const sourceStages: readonly Stage[] = [
  ownStage('format and lint', () => lintChanged(repositoryRoot, (paths) => runProgram([...LINT, ...paths]))),
  programStage('unused files, exports and packages', [
    ...['node_modules/knip/bin/knip.js', '--config', 'scripts/knip.jsonc'],
    ...['--cache', '--cache-location', 'build/knip'],
  ]),
  // Each further checker would work out most types again: four take twice the CPU time of one. The compiler is a program in Go:
  // collecting garbage would be a third of its CPU time, and it needs 2.3 GB without. Only above three it collects. It keeps what it
  // found for each file, by the content of the file and of all that it imports, and checks those again that changed: a tenth of the
  // CPU time where nothing did.
  programStage('types', [...TYPE_CHECK, '--incremental', '--tsBuildInfoFile', 'build/types.tsbuildinfo'], {
    GOGC: 'off',
    GOMEMLIMIT: '3GiB',
  }),
  ownStage('import directions', () => checkImports(repositoryRoot)),
  ownStage('house shape', () => checkHouseShape(repositoryRoot)),
]

/** `npm run check`: needs nothing but the sources and ends in less than a minute. */
export const quickStages: readonly Stage[] = [
  ...sourceStages,
  vitestStage('quick unit tests', ['unit', 'pages'], { isQuick: true }),
]

/** `npm test`: everything that must hold before a change is good. */
export const allStages: readonly Stage[] = [
  ...sourceStages,
  buildStage,
  machineStage,
  // Those of the first process mostly wait for networks, disks and time. The others compute meanwhile.
  sideBySide('all tests', [
    vitestStage('tests without a browser', ['contract', 'integration', 'alone', 'crash']),
    vitestStage('browser tests', ['browser']),
    vitestStage('unit and property tests', ['unit', 'pages', 'property']),
  ]),
  attackStage(),
]

/** `npm test -- PATH` or a name: these tests, and before them only what they need. */
export function stagesFor({ files, names }: Selection): readonly Stage[] {
  const needsMachine = files.some((file) => /(integration|contract|crash|browser)\.test\./.test(file))
  const needed = needsMachine ? [buildStage, machineStage] : []
  const attacks = files.some((file) => file.includes('security/attacks')) ? [attackStage()] : []
  return [...needed, vitestStage('selected tests', [], { selection: { files, names } }), ...attacks]
}

/** A stage that is one program on Node. It passes if the program ends with 0. What it says is printed if it fails, when its turn comes. */
function programStage(
  title: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Stage {
  return { title, startsAtOnce: true, run: async () => countFaults(await runProgram(args, environment)) }
}

async function runProgram(args: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  const { exitCode, isLate, talk } = await runCommand(process.execPath, args, {
    output: 'kept',
    limitMs: PROGRAM_LIMIT_MS,
    environment,
  })
  if (isLate) return [talk, `stopped: it took more than ${PROGRAM_LIMIT_MS / 1000} s`]
  return exitCode === 0 ? [] : [talk, `ended with exit code ${exitCode}`]
}

/** A stage that computes in this process, which begins nothing else meanwhile: what starts at once beside it begins first. */
function ownStage(title: string, findFaults: () => readonly string[] | Promise<readonly string[]>): Stage {
  return {
    title,
    startsAtOnce: true,
    run: async () => {
      await setImmediate()
      return countFaults(await findFaults())
    },
  }
}

/** A stage that runs some projects of scripts/vitest.config.ts side by side, or some files of any project. */
function vitestStage(
  title: string,
  projects: readonly string[],
  { selection, isQuick = false }: { readonly selection?: Selection; readonly isQuick?: boolean } = {},
): Stage {
  const report = join(repositoryRoot, 'build', 'reports', `${projects.join('-') || 'selected'}.json`)
  const named = (selection?.names.length ?? 0) > 0
  const args = [
    ...['node_modules/vitest/vitest.mjs', 'run', '--config', 'scripts/vitest.config.ts'],
    ...projects.flatMap((project) => ['--project', project]),
    ...['--reporter', 'default', '--reporter', 'json', `--outputFile.json=${report}`],
    ...(selection?.files ?? []),
    ...(isQuick ? ['--tags-filter', '!slow'] : []),
    ...(named ? ['--testNamePattern', (selection?.names ?? []).map(escaped).join('|')] : []),
  ]
  const run = async (): Promise<Counts> => {
    rmSync(report, { force: true })
    const { exitCode, isLate } = await runCommand(process.execPath, args, { output: 'shown', limitMs: VITEST_LIMIT_MS })
    const counts = countVitest(await readReport(report), exitCode, { isNarrowed: named || isQuick })
    if (!isLate) return counts
    return { ...counts, remarks: [...counts.remarks, `stopped: it took more than ${VITEST_LIMIT_MS / 1000} s`] }
  }
  return { title, run }
}

/** Stages that run at the same time and are counted as one: a process of Vitest has one number of files at once. */
function sideBySide(title: string, stages: readonly Stage[]): Stage {
  return { title, run: async () => joinCounts(await Promise.all(stages.map(({ run }) => run()))) }
}

const escaped = (name: string) => name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Vitest's own report. The program that wrote it has just ended, so its shape is trusted. */
async function readReport(file: string): Promise<VitestReport | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as VitestReport
  } catch {
    return undefined
  }
}
