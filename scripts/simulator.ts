// npm run simulator: a simulated game server. Ctrl+C ends it.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../server/engine/clock.ts'
import { startIslandSimulator } from '../server/game/simulator/islandSimulator.ts'
import { startPanelServer } from '../server/game/simulator/panelServer.ts'
import { simulatorArguments, simulatorUsage } from '../server/game/simulator/simulatorArguments.ts'

async function main() {
  const options = simulatorArguments(process.argv.slice(2))
  if (!options) return console.log(simulatorUsage)
  const { host, players, maxPlayers, seed, format, delayMs, troubleShare, panel } = options
  const root = panel && mkdtempSync(join(tmpdir(), 'waterhole-game-'))
  const logs = root && { folder: join(root, 'TheIsle', 'Saved', 'Logs') }
  const simulator = await startIslandSimulator({ ...options, ...(logs && { logs }) })
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
  const game = simulator.process
  const opened = panel && root ? await startPanelServer({ host, root, clock: systemClock, game, ...panel }) : null
  if (opened) console.log(`A panel runs it on ${opened.url}, server ${panel?.server}.`)
  const close = async () => {
    await opened?.close()
    await simulator.close()
    if (root) rmSync(root, { recursive: true, force: true })
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void close())
}

main().catch((error: Error) => {
  console.error(error.message)
  console.error(`\n${simulatorUsage}`)
  process.exitCode = 1
})
