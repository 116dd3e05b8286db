import { repositoryRoot } from '../repositoryRoot.ts'
import { runCommand } from '../runCommand.ts'
import { bringUpToDate } from './bringUpToDate.ts'
import { clientBuild, mapBuild } from './builds.ts'

/** Brings the drawn map and the bundled page up to date; throws `BuildFailed`. */
export async function buildEverything(): Promise<void> {
  const run = (args: readonly string[]) => runCommand(process.execPath, args, { output: 'kept', limitMs: 300_000 })
  for (const build of [mapBuild, clientBuild]) {
    await bringUpToDate(build, { root: repositoryRoot, print: console.log, run })
  }
}
