// npm run simulator: a simulated game server. Ctrl+C ends it.
import { wordsOf } from '../server/engine/unusablePlace.ts'
import { type GameMachine, gamePaths, startGameMachine } from '../server/game/simulator/gameMachine.ts'
import { type SimulatorFlags, simulatorArguments, simulatorUsage } from '../server/game/simulator/simulatorArguments.ts'

async function main() {
  const options = readOptions()
  if (!options) return console.log(simulatorUsage)
  const machine = await startGameMachine(options)
  addFaults(machine, options)
  for (const line of linesOf(machine, options)) console.log(line)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void machine.close())
}

/** @throws an error with the usage */
function readOptions() {
  try {
    return simulatorArguments(process.argv.slice(2))
  } catch (error) {
    throw new Error(`${(error as Error).message}\n\n${simulatorUsage}`, { cause: error })
  }
}

function addFaults({ simulator }: GameMachine, { delayMs, troubleShare }: SimulatorFlags) {
  for (const mod of [simulator.source, simulator.bridge, simulator.commandBridge])
    if (mod) Object.assign(mod.faults, { delay: delayMs, share: troubleShare })
  simulator.faults.delay = delayMs
}

/** What runs and where, with the lines of `.env` for a hub that is to use it. */
function linesOf(machine: GameMachine, options: SimulatorFlags): readonly string[] {
  const { simulator, root, sftp, panel, amp } = machine
  const { host, players, maxPlayers, seed, format } = options
  const { source, bridge, commandBridge, gameLog } = simulator
  const place = `${host}:${sftp?.port}`
  const mod = commandBridge?.folder ?? 'the hub of its config.json'
  const said = [
    `Simulated game server on ${host}:${simulator.port}: ${players} of ${maxPlayers} players, seed ${seed}, replies of ${format}. Ctrl+C ends it.`,
    source && `Its command mod over Source RCON on ${host}:${source.port}.`,
    bridge && `Its command mod over HTTP bridge on ${host}:${bridge.port}.`,
    `Its files are in ${root}, its log is ${gameLog?.file}.`,
    `Its mod CommandBridge takes commands from ${mod}.`,
    sftp && `SFTP offers its files on ${place}, user ${options.sftp?.user}, host key ${sftp.fingerprints()[0]}.`,
    panel && `A panel runs it on ${panel.url}, server ${options.panel?.server}.`,
    amp && `AMP runs it on ${amp.url}, user ${options.amp?.user}.`,
    'A hub reads all of it with these lines in .env, and the secrets that you gave:',
    ...envLines(machine, options),
  ]
  return said.filter((line) => typeof line === 'string')
}

/** Secrets are left out. The hub takes no panel for the mod, so without SFTP it reads the mod's folder on this machine. */
function envLines(machine: GameMachine, { host, sftp: given, panel: panelGiven, amp: ampGiven, mod }: SimulatorFlags) {
  const { sftp, panel, amp, root, simulator } = machine
  const remote = sftp && `sftp://${given?.user}@${host}:${sftp.port}/`
  const ownMod = mod || !remote ? (simulator.commandBridge?.folder ?? 'http') : `${remote}${gamePaths.mod}`
  return [
    `SIMULATOR_HOST=${host}`,
    `SIMULATOR_PORT=${simulator.port}`,
    'SIMULATOR_PASSWORD=',
    `GAME_LOG=${remote ?? (panel ? 'panel:/' : `${root}/`)}${gamePaths.saved}/${gamePaths.logs}`,
    `MOD_BRIDGE=${ownMod}`,
    ...(sftp ? ['GAME_FILES_KEY='] : []),
    ...(panel ? [`HOST_PANEL_URL=${panel.url}`, 'HOST_PANEL_KEY=', `HOST_PANEL_SERVER=${panelGiven?.server}`] : []),
    ...(amp ? [`HOST_AMP_URL=${amp.url}`, `HOST_AMP_USER=${ampGiven?.user}`, 'HOST_AMP_PASSWORD='] : []),
  ].map((line) => `  ${line}`)
}

main().catch((error: unknown) => {
  console.error(wordsOf(error, 'name another folder with --files or --mod-folder'))
  process.exitCode = 1
})
