import { PlayedId, recordPlay } from '../../../shared/features/play/commands.ts'
import { presenceSavedEveryMs } from '../../../shared/features/play/playRecord.ts'
import { type Clock, every } from '../../engine/clock.ts'
import type { Hub } from '../../engine/hub.ts'
import type { Reading, ReadingSink } from '../roster/reading.ts'

/** What this worker wants of a game link; `server/game/link.ts` has it. */
export interface ListSource {
  state(): { readonly name: string }
  players(): Promise<readonly { readonly id: string }[]>
}

interface RecorderParts {
  readonly hub: Pick<Hub, 'execute'>
  readonly server: string
  readonly source: ListSource
  readonly clock: Clock
  readonly onFault: (what: string, error: unknown) => void
}

/** Without a reading for so long, the list alone is asked for. */
const quietMs = presenceSavedEveryMs / 2

/**
 * Tells the hub who plays what. It lives on the readings of who is where; when nobody takes any, because nobody watches and the owner
 * wants none then, it asks the game once a minute for the list of players, which says who is there and not as what.
 */
export function createPlayRecorder({ hub, server, source, clock, onFault }: RecorderParts) {
  let notedAt: number | null = null

  /** A reading that could not be written down was none: what happened until the next one is not known. */
  const note = async (at: number, players: readonly { id: string; species: string | null }[]) => {
    const sound = players.filter(({ id }) => PlayedId.safeParse(id).success)
    await hub.execute('game link', recordPlay.name, { server, players: sound, at, seenAt: notedAt })
    notedAt = at
  }
  const askForList = async () => {
    const isQuiet = notedAt === null || Math.abs(clock.now() - notedAt) > quietMs
    if (!isQuiet || source.state().name !== 'up') return
    // The link has counted and logged a failure.
    const listed = await source.players().catch(() => null)
    if (listed !== null)
      await note(
        clock.now(),
        listed.map(({ id }) => ({ id, species: null })),
      )
  }
  const sink = {
    report: ({ at, players }: Reading) =>
      note(
        at,
        players.map(({ id, animal }) => ({ id, species: animal?.species ?? null })),
      ),
  } satisfies ReadingSink
  const stop = every(
    clock,
    () => presenceSavedEveryMs,
    () => askForList().catch((error: unknown) => onFault('noting who plays', error)),
  )
  return { sink, stop }
}
