import { randomBytes } from 'node:crypto'
import { dirname } from 'node:path'
import type { Config } from '../config.ts'
import { systemClock } from '../engine/clock.ts'
import { createAmpAdapter } from '../game/host/ampAdapter.ts'
import { createCommandsAdapter } from '../game/host/commandsAdapter.ts'
import type { HostAdapter } from '../game/host/hostAdapter.ts'
import { createHostLink, type GameSight, type HostLink } from '../game/host/hostLink.ts'
import { createPanelAdapter } from '../game/host/panelAdapter.ts'
import type { GameLink } from '../game/link.ts'
import { startPanelServer } from '../game/simulator/panelServer.ts'
import type { Simulator } from '../game/simulator/simulator.ts'
import type { Log } from '../observability/log.ts'

interface OpenHost {
  /** Null: no host is connected. */
  readonly link: HostLink | null
  close(): Promise<void>
}

/** Connects to what runs the configured game server. A simulated one has a simulated panel. */
export async function openGameHost(
  { gameHost }: Pick<Config, 'gameHost'>,
  game: GameLink,
  simulator: Simulator | null,
  log: Log,
): Promise<OpenHost> {
  const clock = systemClock
  const simulated = simulator && (await startSimulatedPanel(simulator))
  const { place, sendsLines } = gameHost
  const adapter = simulated ? createPanelAdapter({ panel: simulated.address, clock }) : place && adapterFor(place)
  const link = adapter && createHostLink({ adapter, game: sightOf(game), clock, log, sendsLines })
  return {
    link,
    async close() {
      await link?.actions.close()
      await simulated?.close()
    },
  }
}

function adapterFor(place: NonNullable<Config['gameHost']['place']>): HostAdapter {
  const clock = systemClock
  if (place.kind === 'panel') return createPanelAdapter({ panel: place.panel, clock })
  if (place.kind === 'amp') return createAmpAdapter({ amp: place.amp, clock })
  return createCommandsAdapter({ ...place, clock })
}

async function startSimulatedPanel({ process, gameLog }: Simulator) {
  const [key, server] = [randomBytes(16).toString('hex'), 'demo']
  const root = dirname(gameLog?.file ?? '')
  const panel = await startPanelServer({
    host: '127.0.0.1',
    port: 0,
    root,
    key,
    server,
    clock: systemClock,
    game: process,
  })
  return { address: { url: panel.url, key, server }, close: panel.close }
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
