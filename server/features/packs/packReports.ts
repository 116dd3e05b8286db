import { type DocumentId, keyOf } from '../../../shared/engine/document.ts'
import { reportPack } from '../../../shared/features/packs/commands.ts'
import { packLife, packPositions } from '../../../shared/features/packs/packLife.ts'
import type { Hub } from '../../engine/hub.ts'
import type { ReadingSink } from '../roster/reading.ts'
import { createRooms } from '../roster/rooms.ts'
import { createPackLook, type PackLook, type Placed } from './packLook.ts'

interface PackReportsParts {
  readonly hub: Pick<Hub, 'order' | 'read'>
  /** The ids of a kind that somebody watches, wherever they hang. */
  watchedIds(kind: string): readonly DocumentId[]
}

/** Of each pack that somebody watches, who may be seen by it: the packs' own keys, and those placed. */
export type PackSights = Readonly<Record<string, readonly Placed[]>>

/** The keys of the packs that somebody follows. */
export const followedPacks = (watchedIds: PackReportsParts['watchedIds']): ReadonlySet<string> =>
  new Set([packLife.kind, packPositions.kind].flatMap((kind) => watchedIds(kind).map(keyOf)))

/** Tells each pack that somebody watches what a reading has shown of those who share with it. */
export function createPackReports({ hub, watchedIds }: PackReportsParts) {
  const looks = createRooms<PackLook>({
    watchedKeys: () => followedPacks(watchedIds),
    make: (key) => createPackLook(hub, key),
  })
  const sink: ReadingSink = {
    take(reading) {
      const players = new Map(reading.players.map((player) => [player.id, player]))
      const { at: readAt, everyMs } = reading
      return Promise.all(
        [...looks.all()].map(([key, look]) => {
          const seen = seenOf(look.take(players, reading))
          return hub.order('game link', reportPack.name, { pack: key, readAt, everyMs, seen })
        }),
      )
    },
  }
  return {
    sink,
    /** What the last reading has shown. */
    sights: (): PackSights => Object.fromEntries([...looks.open()].map(([key, look]) => [key, look.placed()])),
    /** To be called now and then: packs that nobody has watched since the last time are forgotten. */
    sweep: looks.sweep,
  }
}

/** Places are not in the pack's document. */
const seenOf = (placed: readonly Placed[]) =>
  Object.fromEntries(
    placed.map(({ account, slot, animal: { species, growth, dead, region } }) => [
      account,
      { species, growth, dead, region, slot },
    ]),
  )
