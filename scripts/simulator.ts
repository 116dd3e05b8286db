// npm run simulator: a simulated game server. Ctrl+C ends it.
import { type GameMachine, gamePaths, startGameMachine } from '../server/game/simulator/gameMachine.ts'
import { type SimulatorFlags, simulatorArguments, simulatorUsage } from '../server/game/simulator/simulatorArguments.ts'

async function main() {
  const options = simulatorArguments(process.argv.slice(2))
  if (!options) return console.log(simulatorUsage)
  const machine = await startGameMachine(options)
  addFaults(machine, options)
  for (const line of linesOf(machine, options)) console.log(line)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void machine.close())
}

function addFaults({ simulator }: GameMachine, { delayMs, troubleShare }: SimulatorFlags) {
  for (const mod of [simulator.source, simulator.bridge, simulator.commandBridge])
    if (mod) Object.assign(mod.faults, { delay: delayMs, share: troubleShare })
  simulator.faults.delay = delayMs
}

/** What runs and where, with the lines of `.env` for a hub that is to use it. */
function linesOf({ simulator, root, sftp, panel, amp }: GameMachine, options: SimulatorFlags): readonly string[] {
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
    (sftp || panel || amp) && 'A hub reads all of it with these lines in .env, and the secrets that you gave:',
    ...envLines({ sftp, panel, amp }, options, place),
  ]
  return said.filter((line) => typeof line === 'string')
}

/** Secrets are left out. */
function envLines(
  { sftp, panel, amp }: Pick<GameMachine, 'sftp' | 'panel' | 'amp'>,
  { sftp: given, panel: panelGiven, amp: ampGiven, mod }: SimulatorFlags,
  place: string,
): readonly string[] {
  const at = sftp ? `sftp://${given?.user}@${place}/` : panel ? 'panel:/' : null
  const logs = `${gamePaths.saved}/${gamePaths.logs}`
  return [
    ...(at ? [`GAME_LOG=${at}${logs}`] : []),
    ...(at && !mod ? [`MOD_BRIDGE=${at}${gamePaths.mod}`] : []),
    ...(sftp ? ['GAME_FILES_KEY='] : []),
    ...(panel ? [`HOST_PANEL_URL=${panel.url}`, 'HOST_PANEL_KEY=', `HOST_PANEL_SERVER=${panelGiven?.server}`] : []),
    ...(amp ? [`HOST_AMP_URL=${amp.url}`, `HOST_AMP_USER=${ampGiven?.user}`, 'HOST_AMP_PASSWORD='] : []),
  ].map((line) => `  ${line}`)
}

main().catch((error: Error) => {
  console.error(error.message)
  console.error(`\n${simulatorUsage}`)
  process.exitCode = 1
})
