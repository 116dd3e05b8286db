import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Clock, systemClock } from '../../engine/clock.ts'
import { startAmpServer } from './ampServer.ts'
import { startIslandSimulator } from './islandSimulator.ts'
import type { BridgePlace } from './mod/commandBridgeServers.ts'
import { startPanelServer } from './panelServer.ts'
import type { Simulator, SimulatorOptions } from './simulator.ts'

/** Where things are in the files of the game server, as on a real one: from their root, with `/` between parts. */
export const gamePaths = {
  saved: 'TheIsle/Saved',
  /** Below `saved`. */
  logs: 'Logs',
  /** Beside `Logs`: the game's ban list. */
  bans: 'PlayerData/PlayerBans.json',
  mod: 'TheIsle/Binaries/Win64/ue4ss/Mods/CommandBridge/Saved',
} as const

interface GameMachineOptions extends Omit<SimulatorOptions, 'terrain' | 'logs' | 'commandBridge'> {
  /** Where the mod takes its commands; by default in the files. */
  readonly mod?: BridgePlace
  /** Ms between two looks of the mod. */
  readonly modPollMs?: number
  /** Shape of the log's lines; by default as `format` has them. */
  readonly logShape?: NonNullable<SimulatorOptions['logs']>['shape'] | null
  /** Root of the files, kept at the end; null: a temporary folder. */
  readonly files?: string | null
  /** Offers the files over SFTP. Port 0 takes any free port, here and below. */
  readonly sftp?: { readonly port: number; readonly user: string; readonly password: string } | null
  /** Runs the game and offers its files, as Pelican and Pterodactyl do. */
  readonly panel?: { readonly port: number; readonly key: string; readonly server: string } | null
  /** Runs the game, as AMP does. */
  readonly amp?: { readonly port: number; readonly user: string; readonly password: string } | null
}

/** The machine of a simulated game server: the game, its files, and what offers those or runs the game, each on a port of its own. */
export async function startGameMachine(options: GameMachineOptions) {
  const { host = '127.0.0.1', clock = systemClock, files = null, mod, modPollMs, logShape, ...game } = options
  const temporary = files === null ? await mkdtemp(join(tmpdir(), 'waterhole-game-')) : null
  const root = files ?? join(temporary ?? '', 'files')
  const opened: { close(): Promise<void> }[] = []
  const noted = <T extends { close(): Promise<void> }>(server: T): T => {
    opened.unshift(server)
    return server
  }
  const close = async () => {
    for (const server of opened) await server.close()
    if (temporary !== null) await rm(temporary, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    const simulator = noted(
      await startIslandSimulator({
        ...game,
        host,
        clock,
        logs: { folder: join(root, gamePaths.saved, gamePaths.logs), ...(logShape && { shape: logShape }) },
        commandBridge: { ...(mod ?? { folder: join(root, gamePaths.mod) }), ...(modPollMs && { pollMs: modPollMs }) },
      }),
    )
    const servers = await startServers({ ...options, host, clock }, root, simulator, noted)
    return { simulator, root, temporary, ...servers, close }
  } catch (error) {
    await close()
    throw error
  }
}
export type GameMachine = Awaited<ReturnType<typeof startGameMachine>>

async function startServers(
  { sftp, panel, amp, host, clock }: GameMachineOptions & { readonly host: string; readonly clock: Clock },
  root: string,
  { process: game }: Simulator,
  noted: <T extends { close(): Promise<void> }>(server: T) => T,
) {
  const base = { host, clock }
  // Loaded only where it is used: its library is large.
  const startSftp = sftp && (await import('./sftpServer.ts')).startSftpServer
  return {
    sftp: startSftp ? noted(await startSftp({ ...base, root, ...sftp })) : null,
    panel: panel ? noted(await startPanelServer({ ...base, root, game, ...panel })) : null,
    amp: amp ? noted(await startAmpServer({ ...base, game, ...amp })) : null,
  }
}
