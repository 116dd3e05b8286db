import { positionsStream } from '../../shared/features/roster/roster.ts'
import type { Sight } from '../cluster/sight.ts'
import { type Clock, every } from '../engine/clock.ts'
import type { Hub } from '../engine/hub.ts'
import { createPackAudience } from '../features/packs/packAudience.ts'
import { livingRegions } from '../features/regions/livingRegions.ts'
import type { Tally } from '../features/regions/tally.ts'
import type { Replay } from '../features/replay/replay.ts'
import { createPlaces } from '../features/roster/places.ts'
import { placesOfAll } from '../features/roster/placesOfAll.ts'
import type { TrailMemory } from '../features/trails/trailMemory.ts'
import { createOwnAudience } from '../features/vitals/ownAudience.ts'
import type { Gateway } from '../gateway/gatewayParts.ts'

const sweepEveryMs = 5_000

interface ShowingParts {
  readonly server: string
  readonly hub: Hub
  readonly gateway: Gateway
  readonly clock: Clock
  readonly replay: Pick<Replay, 'record'>
  readonly trails: Pick<TrailMemory, 'take'>
  readonly tally: Pick<Tally, 'add'>
  readonly onFault: (what: string, error: unknown) => void
}

/**
 * Shows who is where to those whose sockets hang on this node, as far as each may see it, and remembers it for those who look back:
 * whoever decides tomorrow knows what was shown today.
 */
export function startShowing(parts: ShowingParts) {
  const { trails, tally, onFault } = parts
  const { places, recording } = openStaffStream(parts)
  const { packs, own, stop } = openAudiences(parts)
  const shows: readonly ((sight: Sight) => void)[] = [
    ({ reading }) => places.show(placesOfAll(reading), reading.at),
    ({ reading }) => recording.send?.(reading),
    ({ reading }) => trails.take(reading),
    ({ reading }) => tally.add(reading.at, livingRegions(reading)),
    ({ reading, packs: sights }) => packs.show(sights, reading.at),
    ({ reading }) => own.show(reading),
  ]
  return {
    show(sight: Sight) {
      for (const show of shows)
        try {
          show(sight)
        } catch (error) {
          onFault('showing a reading', error)
        }
    },
    stop,
  }
}

/** Of everyone, for staff; what is recorded are the very frames. */
function openStaffStream({ server, hub, gateway, replay, onFault }: ShowingParts) {
  const id = positionsStream(server)
  const places = createPlaces((frame) => gateway.streams.offer(id, recording.frame(frame())))
  const recording = replay.record({ hub, key: places.key, onFault })
  gateway.streams.define({ id, mayWatch: (principal) => principal.can('viewAllPositions'), key: places.key })
  return { places, recording }
}

/** Those who see a part only: each player their own animal, and the members of a pack each other. */
function openAudiences({ hub, gateway, clock }: ShowingParts) {
  const sockets = { watchedIds: gateway.watchedIds, offer: gateway.streams.offer }
  const packs = createPackAudience({ hub, sockets })
  const own = createOwnAudience({ hub, sockets })
  const stops = [packs, own].flatMap(({ stream, screen, sweep }) => [
    gateway.streams.family(stream),
    hub.onPublish(screen),
    every(
      clock,
      () => sweepEveryMs,
      async () => sweep(),
    ),
  ])
  return {
    packs,
    own,
    stop() {
      for (const stop of stops) stop()
    },
  }
}
