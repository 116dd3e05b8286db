// npm run chaos: breaks nodes, their store and their connections at random from a seed while users keep working, and then compares
// everything that users were answered and shown with the journal and the game. See the folder for the faults and the checks.
// npm run chaos -- economy: buyers, sellers, redeemers, givers and staff on one hub in this process, whose store, links and game break.
// npm run chaos -- announcements: scheduled events on one hub in this process, which crashes again and again.
import { chaosArguments, chaosUsage } from './chaos/arguments.ts'

const [first, ...rest] = process.argv.slice(2)
const isEconomy = first === 'economy'
const isAnnouncements = first === 'announcements'
const options = chaosArguments(isEconomy || isAnnouncements ? rest : process.argv.slice(2))
if (options === null) console.log(chaosUsage)
else if (isEconomy) {
  const { runEconomies } = await import('./chaos/economy.ts')
  process.exitCode = (await runEconomies(options, console.log)).broken === 0 ? 0 : 1
} else if (isAnnouncements) {
  const { runAnnouncements } = await import('./chaos/announcements.ts')
  process.exitCode = (await runAnnouncements(options, console.log)).broken === 0 ? 0 : 1
} else {
  const { runChaos } = await import('./chaos/run.ts')
  process.exitCode = (await runChaos(options, console.log)) ? 0 : 1
}
// No child process may keep this one alive.
process.exit()
