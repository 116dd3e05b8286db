import { type DocumentId, keyOf, kindOf } from '../../../shared/engine/document.ts'
import { account } from '../../../shared/features/account/account.ts'
import { reportVitals } from '../../../shared/features/vitals/commands.ts'
import { vitals } from '../../../shared/features/vitals/vitals.ts'
import type { Hub, Published } from '../../engine/hub.ts'
import type { ReadAnimal, Reading, ReadingSink, ReadPlayer } from '../roster/reading.ts'

interface VitalsReportsParts {
  readonly hub: Pick<Hub, 'order' | 'read'>
  /** The ids of a kind that somebody watches, wherever they hang. */
  watchedIds(kind: string): readonly DocumentId[]
  readonly onFault: (what: string, error: unknown) => void
}

type Latest = { readonly reading: Reading; readonly players: ReadonlyMap<string, ReadPlayer> }

/** Tells everyone who watches their own animal how it is. */
export function createVitalsReports({ hub, watchedIds, onFault }: VitalsReportsParts) {
  const report = reportTo(hub)
  const isWatched = (key: string) => watchedIds(vitals.kind).some((id) => keyOf(id) === key)
  /** Who watches has been told, or is being told: a reading's report may be on its way to the journal still. */
  const isTold = (key: string) => hub.read(vitals, key).readAt !== null || isWatched(key)
  let latest: Latest | null = null

  const sink: ReadingSink = {
    take(reading) {
      const players = new Map(reading.players.map((player) => [player.id, player]))
      latest = { reading, players }
      const watched = watchedIds(vitals.kind).map(keyOf)
      return Promise.all(watched.map((key) => report(key, reading, players.get(hub.read(account, key).steamId ?? ''))))
    },
  }
  /** The vitals of the other player are those of the last reading. */
  const relink = (key: string) => {
    if (!latest || !isTold(key)) return
    const told = report(key, latest.reading, latest.players.get(hub.read(account, key).steamId ?? ''))
    told.catch((error: unknown) => onFault(reportVitals.name, error))
  }
  return {
    sink,
    screen(published: readonly Published[]) {
      for (const { id } of published) if (kindOf(id) === account.kind) relink(keyOf(id))
    },
  }
}

const reportTo =
  (hub: VitalsReportsParts['hub']) =>
  (key: string, { at: readAt, everyMs }: Reading, player: ReadPlayer | undefined) =>
    hub.order('game link', reportVitals.name, {
      ...{ player: key, readAt, everyMs, online: player !== undefined },
      animal: player?.animal ? vitalsOf(player.animal) : null,
    })

/** Neither the place, which comes as a stream, nor the number that it has for staff. */
function vitalsOf({ x: _x, y: _y, slot: _slot, ...animal }: ReadAnimal) {
  return animal
}
