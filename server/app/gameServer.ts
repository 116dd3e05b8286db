import { randomBytes } from 'node:crypto'
import { toGame } from '../../shared/features/world/frame.ts'
import type { Config } from '../config.ts'
import type { ActionLink } from '../game/actionLink.ts'
import { createBridgeLink } from '../game/bridge/bridgeLink.ts'
import { createEvrimaLink } from '../game/evrima/evrimaLink.ts'
import { createMockLink } from '../game/mockLink.ts'
import { startIslandSimulator } from '../game/simulator/islandSimulator.ts'
import type { Simulator } from '../game/simulator/simulator.ts'
import { createSourceLink } from '../game/source/sourceLink.ts'
import type { Log } from '../observability/log.ts'

/** Connects to the configured game server, or starts a simulator on a free port when there is none. */
export async function openGameServer(config: Config, log: Log) {
  const { evrima, actionLinks: wanted } = config
  const known = evrima ?? config.sharedSimulator
  const simulator = known ? null : await startOwnSimulator(config)
  const address = known ?? { host: '127.0.0.1', port: simulator?.port ?? 0, password: simulator?.password ?? '' }
  if (simulator)
    log.info(`No game server is configured (EVRIMA_HOST): the simulator plays one on port ${simulator.port}`)
  const link = createEvrimaLink({ ...address, log, templates: wanted.evrimaTemplates })
  const { rcon } = config.features
  const actionLinks = rcon ? [link.actions, ...openBackups(wanted, simulator, log)] : [createMockLink(Date.now)]
  if (!rcon) log.warn('Commands are off (RCON=0): they are answered by a mock, and nothing is sent')
  return {
    link,
    /** Each action uses the first link that supports it. */
    actionLinks,
    simulator,
    host: address.host,
    port: address.port,
    async close() {
      for (const one of actionLinks) await one.close()
      await link.close()
      await simulator?.close()
    },
  }
}

function startOwnSimulator({ simulator: wanted, frame }: Config): Promise<Simulator> {
  const password = randomBytes(16).toString('hex')
  return startIslandSimulator({
    host: '127.0.0.1',
    port: 0,
    password,
    format: '2026',
    toGame: (place) => toGame(frame, place),
    // The simulated command mod supports commands that the game's own RCON lacks.
    source: { port: 0, password },
    ...wanted,
  })
}

function openBackups({ source, bridge }: Config['actionLinks'], simulator: Simulator | null, log: Log): ActionLink[] {
  const ours = simulator?.source && { host: '127.0.0.1', port: simulator.source.port, password: simulator.password }
  const sourceServer = source ?? ours
  return [
    ...(sourceServer ? [createSourceLink({ ...sourceServer, log })] : []),
    ...(bridge ? [createBridgeLink({ ...bridge, log })] : []),
  ]
}
