// npm run torture: hubs, their store and their wires are broken by chance from a seed while people go on working, and then all that
// everyone was told and shown is held against the journal and the game. See torture/ for what is broken and what is judged.
import { runTorture } from './torture/runTorture.ts'
import { tortureArguments, tortureUsage } from './torture/tortureArguments.ts'

const wish = tortureArguments(process.argv.slice(2))
if (wish === null) console.log(tortureUsage)
else process.exitCode = (await runTorture(wish, console.log)) ? 0 : 1
// Nothing that was started may keep this alive.
process.exit()
