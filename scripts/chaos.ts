// npm run chaos: breaks nodes, their store and their connections at random from a seed while users keep working, and then compares
// everything that users were answered and shown with the journal and the game. See the folder for the faults and the checks.
import { chaosArguments, chaosUsage } from './chaos/arguments.ts'
import { runChaos } from './chaos/run.ts'

const options = chaosArguments(process.argv.slice(2))
if (options === null) console.log(chaosUsage)
else process.exitCode = (await runChaos(options, console.log)) ? 0 : 1
// No child process may keep this one alive.
process.exit()
