// npm test: everything that must hold, from a bare checkout. A stage that fails does not hide the others.
// npm test -- PATH or NAME …: only these tests. npm test -- --busy: everything beside loops that keep every core busy.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from './repositoryRoot.ts'
import { forgetAttacks } from './test/attackSummary.ts'
import { startBusyLoops } from './test/busyLoops.ts'
import { runAndReport } from './test/runStages.ts'
import { BadSelection, readTestOptions } from './test/selection.ts'
import { allStages, stagesFor } from './test/stages.ts'

/** Hubs and commands run in hundreds of processes: each takes the modules that another has compiled, which halves the CPU time of its start. */
const compiled = join(repositoryRoot, 'build', 'compiled')

try {
  const { busy, selection } = readTestOptions(process.argv.slice(2), repositoryRoot)
  const loops = busy ? startBusyLoops() : null
  if (loops) console.log(`${loops.count} busy loops run beside the tests.`)
  forgetAttacks()
  if (!selection) rmSync(compiled, { recursive: true, force: true })
  process.env.NODE_COMPILE_CACHE ??= compiled
  await runAndReport(selection ? stagesFor(selection) : allStages)
  loops?.stop()
} catch (error) {
  if (!(error instanceof BadSelection)) throw error
  console.error(error.message)
  process.exitCode = 1
}
