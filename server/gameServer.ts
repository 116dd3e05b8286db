import { randomBytes } from 'node:crypto'
import { toGame } from '../shared/features/world/frame.ts'
import type { Config } from './config.ts'
import { createEvrimaLink } from './game/evrima/evrimaLink.ts'
import { startIslandSimulator } from './game/simulator/islandSimulator.ts'
import type { Log } from './log.ts'

/** The configured game server, or a simulator of our own on a port of its own when there is none. */
export async function openGameServer({ evrima, simulator: wanted, frame }: Config, log: Log) {
  const simulator = evrima
    ? null
    : await startIslandSimulator({
        host: '127.0.0.1',
        port: 0,
        password: randomBytes(16).toString('hex'),
        format: '2026',
        toGame: (place) => toGame(frame, place),
        ...wanted,
      })
  const address = evrima ?? { host: '127.0.0.1', port: simulator?.port ?? 0, password: simulator?.password ?? '' }
  if (simulator)
    log.info(`No game server is configured (EVRIMA_HOST): the simulator plays one on port ${simulator.port}`)
  const link = createEvrimaLink({ ...address, log })
  return {
    link,
    simulator,
    host: address.host,
    port: address.port,
    async close() {
      await link.close()
      await simulator?.close()
    },
  }
}
