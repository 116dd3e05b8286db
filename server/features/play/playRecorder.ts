import { PlayedId, recordPlay } from '../../../shared/features/play/commands.ts'
import { presenceSavedEveryMs } from '../../../shared/features/play/playRecord.ts'
import { type Clock, every } from '../../engine/clock.ts'
import type { Hub } from '../../engine/hub.ts'
import type { Reading, ReadingSink } from '../roster/reading.ts'

/** The part of a game link that the recorder uses; see `server/game/link.ts`. */
export interface PlayerListSource {
  state(): { readonly name: string }
  players(): Promise<readonly { readonly id: string }[]>
}

interface PlayRecorderDeps {
  readonly hub: Pick<Hub, 'execute'>
  readonly server: string
  readonly source: PlayerListSource
  readonly clock: Clock
  readonly onFault: (what: string, error: unknown) => void
}

/** After this time without a reading the recorder reads the list of players itself. */
const quietMs = presenceSavedEveryMs / 2

/**
 * Records who plays which species, from the readings of the roster. While there are none, because no client watches and polling is
 * configured off then, it reads the list of players once a minute, which has no species.
 */
export function createPlayRecorder({ hub, server, source, clock, onFault }: PlayRecorderDeps) {
  let recordedAt: number | null = null
  /** The same moment by the monotonic clock. */
  let recordedAtMonotonic = Number.NEGATIVE_INFINITY

  /** A reading that could not be recorded does not count: the time until the next one is unknown. */
  const record = async (at: number, players: readonly { id: string; species: string | null; name?: string }[]) => {
    const valid = players.filter(({ id }) => PlayedId.safeParse(id).success)
    await hub.execute('game link', recordPlay.name, { server, players: valid, at, seenAt: recordedAt })
    recordedAt = at
    recordedAtMonotonic = clock.monotonic()
  }
  const recordList = async () => {
    const isQuiet = clock.monotonic() - recordedAtMonotonic > quietMs
    if (!isQuiet || source.state().name !== 'up') return
    // The link counts and logs its failures.
    const players = await source.players().catch(() => null)
    if (players === null) return
    await record(
      clock.now(),
      players.map(({ id }) => ({ id, species: null })),
    )
  }
  const sink = {
    report: ({ at, players }: Reading) =>
      record(
        at,
        players.map(({ id, name, animal }) => ({ id, name: name.slice(0, 200), species: animal?.species ?? null })),
      ),
  } satisfies ReadingSink
  const stop = every(
    clock,
    () => presenceSavedEveryMs,
    () => recordList().catch((error: unknown) => onFault('record who plays', error)),
  )
  return { sink, stop }
}
