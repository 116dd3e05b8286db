// npm run torture: breaks nodes, their store and their connections at random from a seed while users keep working, and then compares
// everything that users were answered and shown with the journal and the game. See the folder for the faults and the checks.
import { runTorture } from './torture/runTorture.ts'
import { tortureArguments, tortureUsage } from './torture/tortureArguments.ts'

const wish = tortureArguments(process.argv.slice(2))
if (wish === null) console.log(tortureUsage)
else process.exitCode = (await runTorture(wish, console.log)) ? 0 : 1
// No child process may keep this one alive.
process.exit()
