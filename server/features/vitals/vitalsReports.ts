import { type DocumentId, keyOf, kindOf } from '../../../shared/engine/document.ts'
import { account } from '../../../shared/features/account/account.ts'
import { reportVitals } from '../../../shared/features/vitals/commands.ts'
import { vitals } from '../../../shared/features/vitals/vitals.ts'
import type { Hub, Published } from '../../engine/hub.ts'
import type { ReadAnimal, Reading, ReadingSink, ReadPlayer } from '../roster/reading.ts'
import { createGrowthMemory, type GrowthMemory } from './growthMemory.ts'

interface VitalsReportsOptions {
  readonly hub: Pick<Hub, 'execute' | 'read'>
  /** The watched ids of a kind, on all nodes. */
  watchedIds(kind: string): readonly DocumentId[]
  readonly onFault: (what: string, error: unknown) => void
}

type Latest = { readonly reading: Reading; readonly players: ReadonlyMap<string, ReadPlayer> }

/** Writes each reading to the vitals of the users who watch them. */
export function createVitalsReports({ hub, watchedIds, onFault }: VitalsReportsOptions) {
  const growth = createGrowthMemory()
  const report = reportTo(hub, growth)
  const isWatched = (key: string) => watchedIds(vitals.kind).some((id) => keyOf(id) === key)
  /** Also while the first report is still being written to the journal. */
  const hasReport = (key: string) => hub.read(vitals, key).readAt !== null || isWatched(key)
  let latest: Latest | null = null

  const sink: ReadingSink = {
    report(reading) {
      const players = new Map(reading.players.map((player) => [player.id, player]))
      latest = { reading, players }
      growth.follow(reading.players, reading.at)
      const watched = watchedIds(vitals.kind).map(keyOf)
      return Promise.all(watched.map((key) => report(key, reading, players.get(hub.read(account, key).steamId ?? ''))))
    },
  }
  /** After a link to another player: reports that player's vitals of the last reading. */
  const followLink = (key: string) => {
    if (!latest || !hasReport(key)) return
    const reported = report(key, latest.reading, latest.players.get(hub.read(account, key).steamId ?? ''))
    reported.catch((error: unknown) => onFault(reportVitals.name, error))
  }
  return {
    sink,
    onPublished(published: readonly Published[]) {
      for (const { id } of published) if (kindOf(id) === account.kind) followLink(keyOf(id))
    },
  }
}

const reportTo =
  (hub: VitalsReportsOptions['hub'], growth: GrowthMemory) =>
  (key: string, { at: readAt, everyMs }: Reading, player: ReadPlayer | undefined) =>
    hub.execute('game link', reportVitals.name, {
      player: key,
      readAt,
      everyMs,
      online: player !== undefined,
      animal: player?.animal ? vitalsOf(player.animal) : null,
      adult: player?.animal ? growth.adultAt(player.id, everyMs) : null,
    })

/** The animal without its position, its slot in the staff's stream and its mutations. */
function vitalsOf({ place, slot: _slot, mutations: _mutations, ...animal }: ReadAnimal) {
  return { ...animal, isPlaced: place !== null }
}
