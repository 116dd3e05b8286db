// npm run torture: runs the parts of the product that move money, dinosaurs and announcements over real stores that break, seed by seed,
// with a model of what everyone must have, and makes backups of them that it restores.
// npm run torture -- nodes: breaks nodes, their store and their connections while users keep working, and then compares everything that
// users were answered and shown with the journal and the game. See the folder for the faults and the checks.
import { nodesArguments, tortureArguments, tortureUsage } from './torture/arguments.ts'

const args = process.argv.slice(2)
if (args[0] === 'nodes') {
  const options = orSay(() => nodesArguments(args.slice(1)))
  const { runNodes } = await import('./torture/run.ts')
  if (options === null) console.log(tortureUsage)
  else process.exitCode = (await runNodes(options, console.log)) ? 0 : 1
} else {
  const options = orSay(() => tortureArguments(args))
  const { torture } = await import('./torture/torture.ts')
  if (options === null) console.log(tortureUsage)
  else process.exitCode = (await torture(options, console.log)).broken === 0 ? 0 : 1
}
// No child process may keep this one alive.
process.exit()

/** Arguments that are wrong end it with a sentence. */
function orSay<Options>(read: () => Options): Options {
  try {
    return read()
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${tortureUsage}`)
    process.exit(1)
  }
}
