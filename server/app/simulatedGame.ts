import { randomBytes } from 'node:crypto'
import { toGame } from '../../shared/features/world/frame.ts'
import type { Config } from '../config.ts'
import type { FolderAccess, FolderPlace } from '../game/files/openFolder.ts'
import { type GameMachine, gamePaths, startGameMachine } from '../game/simulator/gameMachine.ts'

const local = '127.0.0.1'

/**
 * Starts a simulated game server on free ports of this machine, for a hub without one, and says how the hub reaches it: its files as
 * `SIMULATOR_FILES` says, and what runs it as `SIMULATOR_RUN_BY` says.
 */
export async function startSimulatedGame({ simulator: wanted, simulatedMachine: { files, runBy }, frame }: Config) {
  const password = randomBytes(16).toString('hex')
  const port = 0
  const machine = await startGameMachine({
    host: local,
    port,
    password,
    format: '2026',
    toGame: (place) => toGame(frame, place),
    // The simulated command mod supports commands that the game's own RCON lacks.
    source: { port, password },
    modPollMs: 250,
    sftp: files === 'sftp' ? { port, user: 'steam', password } : null,
    panel: files === 'panel' || runBy === 'panel' ? { port, key: password, server: 'demo' } : null,
    amp: runBy === 'amp' ? { port, user: 'waterhole', password } : null,
    ...wanted,
  })
  const place = placesOf(machine, files)
  const panel = machine.panel && { url: machine.panel.url, key: password, server: 'demo' }
  return {
    simulator: machine.simulator,
    machine,
    log: { place: place(gamePaths.saved), folder: gamePaths.logs, file: null, bans: gamePaths.bans },
    mod: place(gamePaths.mod),
    /** Not in the data folder: the host key of each start is another one. */
    access: { key: { password }, panel, dataDir: machine.temporary ?? '' } satisfies Omit<
      FolderAccess,
      'clock' | 'log'
    >,
    host: { place: hostOf(machine, { panel, password }, runBy), sendsLines: false },
    close: machine.close,
  }
}
export type SimulatedGame = Awaited<ReturnType<typeof startSimulatedGame>>

const placesOf =
  ({ root, sftp }: GameMachine, files: Config['simulatedMachine']['files']) =>
  (path: string): FolderPlace => {
    if (files === 'panel') return { kind: 'panel', path: `/${path}` }
    if (!sftp) return { kind: 'local', path: `${root}/${path}` }
    return { kind: 'sftp', address: { host: local, port: sftp.port, user: 'steam' }, path: `/${path}` }
  }

function hostOf(
  { amp }: GameMachine,
  {
    panel,
    password,
  }: { readonly panel: { url: string; key: string; server: string } | null; readonly password: string },
  runBy: Config['simulatedMachine']['runBy'],
): Config['gameHost']['place'] {
  if (runBy === 'amp' && amp) return { kind: 'amp', amp: { url: amp.url, user: 'waterhole', password } }
  return panel && { kind: 'panel', panel }
}
