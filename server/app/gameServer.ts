import { mostLines } from '../../shared/features/gameLog/commands.ts'
import type { Config } from '../config.ts'
import { systemClock } from '../engine/clock.ts'
import type { ActionLink } from '../game/actionLink.ts'
import { createBridgeLink } from '../game/bridge/bridgeLink.ts'
import { createEvrimaLink } from '../game/evrima/evrimaLink.ts'
import { logsOfFolders, openFolder } from '../game/files/openFolder.ts'
import { createHostLink, type GameSight, type HostLink } from '../game/host/hostLink.ts'
import type { GameLink, LinkLog } from '../game/link.ts'
import { createBanFileSource } from '../game/log/banFile.ts'
import { createBanFileLink } from '../game/log/banFileLink.ts'
import { logNames } from '../game/log/logFiles.ts'
import { createLogSource } from '../game/log/logSource.ts'
import { createMockLink } from '../game/mockLink.ts'
import type { Simulator } from '../game/simulator/simulator.ts'
import { createSourceLink } from '../game/source/sourceLink.ts'
import type { Log } from '../observability/log.ts'
import { connectionChecks, hostAdapterFor, placesOfHub } from './connectionChecks.ts'
import { openModBridge } from './modBridge.ts'
import type { SimulatedGame } from './simulatedGame.ts'

/** Connects to the configured game server, or starts a simulator on a free port when there is none. */
export async function openGameServer(config: Config, log: Log) {
  const { evrima, actionLinks: wanted } = config
  const known = evrima ?? config.sharedSimulator
  const simulated = known ? null : await (await import('./simulatedGame.ts')).startSimulatedGame(config)
  const simulator = simulated?.simulator ?? null
  const address = known ?? { host: '127.0.0.1', port: simulator?.port ?? 0, password: simulator?.password ?? '' }
  if (simulator)
    log.info(`No game server is configured (EVRIMA_HOST): the simulator plays one on port ${simulator.port}`)
  const link = createEvrimaLink({ ...address, log, templates: wanted.evrimaTemplates })
  const folderLog = logsOfFolders(log, systemClock)
  const gameLog = openGameLog(config, simulated, log, folderLog())
  const host = openGameHost(simulated?.host ?? config.gameHost, link, log)
  const { rcon } = config.features
  const mod = rcon
    ? openModBridge(config, link, simulated, { log, folderLog: folderLog() })
    : { link: null, mailbox: null, checked: null }
  const actionLinks = rcon
    ? [
        link.actions,
        ...(mod.link ? [mod.link] : []),
        ...openBackups(wanted, simulator, log),
        ...(host ? [host.actions] : []),
        ...(gameLog?.liftingBans(host, link) ?? []),
      ]
    : [createMockLink(Date.now)]
  if (!rcon) log.warn('Commands are off (RCON=0): they are answered by a mock, and nothing is sent')
  return {
    link,
    /** Each action uses the first link that supports it. */
    actionLinks,
    /** Null: no log is connected. */
    logSource: gameLog?.source ?? null,
    /** Null: the folder with the game's ban list is not connected. */
    banList: gameLog?.banList ?? null,
    /** Null: no host of the game server is connected. */
    hostLink: host,
    /** Tries each connection, for owners. */
    checks: connectionChecks(placesOfHub(config, { address, link, mod: mod.checked, simulated })),
    /** What a mod that fetches its commands asks; null: none does. */
    modMailbox: mod.mailbox,
    simulator,
    /** The machine of the simulated game; null: there is none, or it has a process of its own. */
    machine: simulated?.machine ?? null,
    host: address.host,
    port: address.port,
    async close() {
      for (const one of actionLinks) await one.close()
      await host?.actions.close()
      await link.close()
      await gameLog?.close()
      await simulated?.close()
    },
  }
}

/** Looks at a folder of this machine cost next to nothing; a panel answers to few requests a minute. */
const lookEveryMs = { local: 250, sftp: 1_000, panel: 5_000 } as const
const banListEveryMs = 2 * 60_000

/** Opens the log and the ban list of the configured game, or of the simulated one. */
function openGameLog(
  { gameFiles, gameLog, dataDir }: Config,
  simulated: SimulatedGame | null,
  log: Log,
  folderLog: LinkLog,
) {
  const found = gameFiles.log ?? simulated?.log
  if (!found) return null
  const { place, folder: directory, file, bans } = found
  const access = gameFiles.log ? { ...gameFiles, dataDir } : (simulated?.access ?? { ...gameFiles, dataDir })
  const folder = openFolder(place, { ...access, clock: systemClock, log: folderLog })
  const source = createLogSource({
    folder,
    directory,
    names: file === null ? logNames : [file],
    zone: gameLog.zone,
    startAt: gameLog.startAt,
    everyMs: lookEveryMs[place.kind],
    mostLines,
    now: Date.now,
  })
  const read: typeof source.read = async (position) => {
    const batch = await source.read(position)
    // Each start of the simulator begins a log of its own.
    const isLost = batch.isLost && gameFiles.log !== null
    if (isLost) log.warn(`The game's log in ${source.place} was emptied or removed before all of it was read`)
    return { ...batch, isLost }
  }
  const banList =
    bans === null ? null : createBanFileSource({ folder, path: bans, zone: gameLog.zone, everyMs: banListEveryMs })
  /** Edits the game's ban list while its host says that the game server is off. */
  const liftingBans = (host: HostLink | null, game: GameLink): ActionLink[] => {
    if (bans === null) return []
    const isConnected = () => game.state().name === 'up'
    return [createBanFileLink({ folder, path: bans, host, isConnected, clock: systemClock })]
  }
  return { source: { ...source, read }, banList, liftingBans, close: () => folder.close() }
}

function openBackups({ source, bridge }: Config['actionLinks'], simulator: Simulator | null, log: Log): ActionLink[] {
  const ours = simulator?.source && { host: '127.0.0.1', port: simulator.source.port, password: simulator.password }
  const sourceServer = source ?? ours
  return [
    ...(sourceServer ? [createSourceLink({ ...sourceServer, log })] : []),
    ...(bridge ? [createBridgeLink({ ...bridge, log })] : []),
  ]
}

/** Connects to what runs the game server. Null: no host is connected. */
function openGameHost({ place, sendsLines }: Config['gameHost'], game: GameLink, log: Log): HostLink | null {
  if (!place) return null
  return createHostLink({ adapter: hostAdapterFor(place), game: sightOf(game), clock: systemClock, log, sendsLines })
}

/** What the RCON of the game shows. */
const sightOf = (game: GameLink): GameSight => ({
  connectedSince() {
    const { name, since } = game.state()
    return name === 'up' ? since : null
  },
  async uptimeMs() {
    const { uptimeSeconds } = await game.details()
    return uptimeSeconds === null ? null : uptimeSeconds * 1_000
  },
})
