import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { mostLines } from '../../shared/features/gameLog/commands.ts'
import { toGame } from '../../shared/features/world/frame.ts'
import type { Config } from '../config.ts'
import { systemClock } from '../engine/clock.ts'
import type { ActionLink } from '../game/actionLink.ts'
import { createBridgeLink } from '../game/bridge/bridgeLink.ts'
import { createEvrimaLink } from '../game/evrima/evrimaLink.ts'
import { openFolder } from '../game/files/openFolder.ts'
import { createBanFileSource } from '../game/log/banFile.ts'
import { logNames } from '../game/log/logFiles.ts'
import { createLogSource } from '../game/log/logSource.ts'
import { createMockLink } from '../game/mockLink.ts'
import { startIslandSimulator } from '../game/simulator/islandSimulator.ts'
import type { Simulator } from '../game/simulator/simulator.ts'
import { createSourceLink } from '../game/source/sourceLink.ts'
import type { Log } from '../observability/log.ts'
import { openGameHost } from './gameHost.ts'
import { openModBridge } from './modBridge.ts'

/** Connects to the configured game server, or starts a simulator on a free port when there is none. */
export async function openGameServer(config: Config, log: Log) {
  const { evrima, actionLinks: wanted } = config
  const known = evrima ?? config.sharedSimulator
  const simulator = known ? null : await startOwnSimulator(config)
  const address = known ?? { host: '127.0.0.1', port: simulator?.port ?? 0, password: simulator?.password ?? '' }
  if (simulator)
    log.info(`No game server is configured (EVRIMA_HOST): the simulator plays one on port ${simulator.port}`)
  const link = createEvrimaLink({ ...address, log, templates: wanted.evrimaTemplates })
  const gameLog = openGameLog(config, simulator, log)
  const host = await openGameHost(config, link, simulator, log)
  const { rcon } = config.features
  const mod = rcon ? openModBridge(config, link, simulator, log) : { link: null, mailbox: null }
  const actionLinks = rcon
    ? [link.actions, ...(mod.link ? [mod.link] : []), ...openBackups(wanted, simulator, log), ...hostOf(host)]
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
    hostLink: host.link,
    /** What a mod that fetches its commands asks; null: none does. */
    modMailbox: mod.mailbox,
    simulator,
    host: address.host,
    port: address.port,
    async close() {
      for (const one of actionLinks) await one.close()
      await host.close()
      await link.close()
      await gameLog?.close()
      await simulator?.close()
      if (simulator?.gameLog) await rm(dirname(simulator.gameLog.file), { recursive: true, force: true })
    },
  }
}

const hostOf = ({ link }: Awaited<ReturnType<typeof openGameHost>>) => (link ? [link.actions] : [])

async function startOwnSimulator({ simulator: wanted, frame }: Config): Promise<Simulator> {
  const password = randomBytes(16).toString('hex')
  const folder = await mkdtemp(join(tmpdir(), 'waterhole-game-'))
  return startIslandSimulator({
    host: '127.0.0.1',
    port: 0,
    password,
    format: '2026',
    toGame: (place) => toGame(frame, place),
    // The simulated command mod supports commands that the game's own RCON lacks.
    source: { port: 0, password },
    // Not in the data folder: a game's log is not the hub's, and no erasure changes it.
    logs: { folder },
    commandBridge: { folder: join(folder, 'CommandBridge', 'Saved'), pollMs: 250 },
    ...wanted,
  })
}

/** A panel answers to few requests a minute. */
const lookEveryMs = { local: 1_000, sftp: 1_000, panel: 5_000 } as const
const banListEveryMs = 2 * 60_000
/** Below the folder of the simulator's log; the game has it beside that. */
const simulatedBans = 'PlayerData/PlayerBans.json'

/** Opens the log and the ban list of the configured game, or the log of the simulator that plays it. */
function openGameLog({ gameFiles, gameLog, dataDir }: Config, simulator: Simulator | null, log: Log) {
  const written = simulator?.gameLog ? dirname(simulator.gameLog.file) : null
  const simulated =
    written === null
      ? null
      : { place: { kind: 'local', path: written } as const, folder: '', file: null, bans: simulatedBans }
  const found = gameFiles.log ?? simulated
  if (!found) return null
  const { place, folder: directory, file, bans } = found
  const folder = openFolder(place, { ...gameFiles, dataDir, clock: systemClock, log })
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
    if (batch.isLost && gameFiles.log)
      log.warn(`The game's log in ${source.place} was emptied or removed before all of it was read`)
    return batch
  }
  const banList =
    bans === null ? null : createBanFileSource({ folder, path: bans, zone: gameLog.zone, everyMs: banListEveryMs })
  return { source: { ...source, read }, banList, close: () => folder.close() }
}

function openBackups({ source, bridge }: Config['actionLinks'], simulator: Simulator | null, log: Log): ActionLink[] {
  const ours = simulator?.source && { host: '127.0.0.1', port: simulator.source.port, password: simulator.password }
  const sourceServer = source ?? ours
  return [
    ...(sourceServer ? [createSourceLink({ ...sourceServer, log })] : []),
    ...(bridge ? [createBridgeLink({ ...bridge, log })] : []),
  ]
}
