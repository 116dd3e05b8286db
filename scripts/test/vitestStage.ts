import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from '../repositoryRoot.ts'
import { runCommand } from '../runCommand.ts'
import type { Stage } from './runStages.ts'
import { type Tally, tallyVitest, type VitestReport } from './tally.ts'

const LIMIT_MS = 480_000

/** Vitest's own report. It comes from the program that was just run, so its shape is taken as promised. */
function readReport(file: string): VitestReport | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as VitestReport
  } catch {
    return undefined
  }
}

const argsFor = (projects: readonly string[], report: string): string[] => [
  'node_modules/vitest/vitest.mjs',
  'run',
  ...['--config', 'scripts/vitest.config.ts', ...projects.flatMap((project) => ['--project', project])],
  ...['--reporter', 'default', '--reporter', 'json', `--outputFile.json=${report}`],
]

/** A stage that is some of the projects of scripts/vitest.config.ts, side by side; its cases are counted one by one. */
export function vitestStage(title: string, ...projects: readonly string[]): Stage {
  const report = join(repositoryRoot, 'build', 'reports', `${projects.join('-')}.json`)
  const run = async (): Promise<Tally> => {
    rmSync(report, { force: true })
    const ended = await runCommand(process.execPath, argsFor(projects, report), { output: 'shown', limitMs: LIMIT_MS })
    const tally = tallyVitest(readReport(report), ended.exitCode)
    return ended.isLate
      ? { ...tally, remarks: [...tally.remarks, `stopped: it took more than ${LIMIT_MS / 1000} s`] }
      : tally
  }
  return { title, run }
}
