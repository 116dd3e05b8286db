// npm run simulator: a simulated game server. Ctrl+C ends it.
import { startIslandSimulator } from '../server/game/simulator/islandSimulator.ts'
import { simulatorArguments, simulatorUsage } from '../server/game/simulator/simulatorArguments.ts'

async function main() {
  const options = simulatorArguments(process.argv.slice(2))
  if (!options) return console.log(simulatorUsage)
  const { host, players, maxPlayers, seed, format, delayMs, troubleShare } = options
  const simulator = await startIslandSimulator(options)
  console.log(
    `Simulated game server on ${host}:${simulator.port}: ${players} of ${maxPlayers} players, seed ${seed}, replies of ${format}. Ctrl+C ends it.`,
  )
  for (const [name, endpoint] of [
    ['Source RCON', simulator.source] as const,
    ['HTTP bridge', simulator.bridge] as const,
  ]) {
    if (!endpoint) continue
    Object.assign(endpoint.faults, { delay: delayMs, share: troubleShare })
    console.log(`Its command mod over ${name} on ${host}:${endpoint.port}.`)
  }
  const { commandBridge, faults } = simulator
  if (commandBridge) {
    Object.assign(commandBridge.faults, { delay: delayMs, share: troubleShare })
    const where = commandBridge.folder === null ? 'the hub of its config.json' : commandBridge.folder
    console.log(`Its mod CommandBridge takes commands from ${where}.`)
  }
  faults.delay = delayMs
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void simulator.close())
}

main().catch((error: Error) => {
  console.error(error.message)
  console.error(`\n${simulatorUsage}`)
  process.exitCode = 1
})
