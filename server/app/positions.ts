import { positionsStream } from '../../shared/features/roster/roster.ts'
import type { SharedReading } from '../cluster/positionRelay.ts'
import { type Clock, every } from '../engine/clock.ts'
import type { Hub } from '../engine/hub.ts'
import { createFriendAudience } from '../features/friends/friendAudience.ts'
import { createPackAudience } from '../features/packs/packAudience.ts'
import { livingRegions, type RegionCounter } from '../features/regions/counter.ts'
import type { Replay } from '../features/replay/replay.ts'
import { createPlaces, placesOfAll } from '../features/roster/slots.ts'
import type { TrailMemory } from '../features/trails/trailMemory.ts'
import { createOwnAudience } from '../features/vitals/ownAudience.ts'
import type { Gateway } from '../gateway/gateway.ts'

const sweepEveryMs = 5_000

interface PositionsDeps {
  readonly server: string
  readonly hub: Hub
  readonly gateway: Gateway
  readonly clock: Clock
  readonly replay: Pick<Replay, 'record'>
  readonly trails: Pick<TrailMemory, 'take'>
  readonly regionCounter: Pick<RegionCounter, 'add'>
  readonly onFault: (what: string, error: unknown) => void
}

/**
 * Shows positions to the clients of this node, each the part that it may see, and keeps them for replay, trails and region counts on
 * every node, since any of them may lead next.
 */
export function startPositions({ server, hub, gateway, clock, replay, trails, regionCounter, onFault }: PositionsDeps) {
  const staffStream = positionsStream(server)
  const places = createPlaces((frame) => gateway.streams.offer(staffStream, recording.frame(frame())))
  // The recording has the very frames that staff are sent.
  const recording = replay.record({ hub, key: places.key, onFault })
  gateway.streams.define({
    id: staffStream,
    mayWatch: (principal) => principal.can('viewAllPositions'),
    key: places.key,
  })
  const sockets = { watchedIds: gateway.watchedIds, offer: gateway.streams.offer }
  const packs = createPackAudience({ hub, sockets })
  const friends = createFriendAudience({ hub, sockets })
  const own = createOwnAudience({ hub, sockets })
  const stops = [packs, friends, own].flatMap(({ stream, removeRevoked: screen, forgetUnwatched: sweep }) => [
    gateway.streams.family(stream),
    hub.onPublish(screen),
    every(
      clock,
      () => sweepEveryMs,
      async () => sweep(),
    ),
  ])
  const audiences: readonly ((shared: SharedReading) => void)[] = [
    ({ reading }) => places.show(placesOfAll(reading), reading.at),
    ({ reading }) => recording.send?.(reading),
    ({ reading }) => trails.take(reading),
    ({ reading }) => regionCounter.add(reading.at, livingRegions(reading)),
    ({ reading, packs: packMembers }) => packs.show(packMembers, reading.at),
    ({ reading, friends: visible }) => friends.show(visible, reading.at),
    ({ reading }) => own.show(reading),
  ]
  return {
    show(shared: SharedReading) {
      for (const show of audiences)
        try {
          show(shared)
        } catch (error) {
          onFault('send a reading', error)
        }
    },
    stop() {
      for (const stop of stops) stop()
    },
  }
}
