import type { Config } from '../config.ts'
import { systemClock } from '../engine/clock.ts'
import { createAmpAdapter } from '../game/host/ampAdapter.ts'
import { createCommandsAdapter } from '../game/host/commandsAdapter.ts'
import type { HostAdapter } from '../game/host/hostAdapter.ts'
import { createHostLink, type GameSight, type HostLink } from '../game/host/hostLink.ts'
import { createPanelAdapter } from '../game/host/panelAdapter.ts'
import type { GameLink } from '../game/link.ts'
import type { Log } from '../observability/log.ts'

/** Connects to what runs the game server. Null: no host is connected. */
export function openGameHost({ place, sendsLines }: Config['gameHost'], game: GameLink, log: Log): HostLink | null {
  if (!place) return null
  return createHostLink({ adapter: adapterFor(place), game: sightOf(game), clock: systemClock, log, sendsLines })
}

function adapterFor(place: NonNullable<Config['gameHost']['place']>): HostAdapter {
  const clock = systemClock
  if (place.kind === 'panel') return createPanelAdapter({ panel: place.panel, clock })
  if (place.kind === 'amp') return createAmpAdapter({ amp: place.amp, clock })
  return createCommandsAdapter({ ...place, clock })
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
