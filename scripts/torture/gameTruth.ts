import { setTimeout as sleep } from 'node:timers/promises'
import type { Simulator } from '../../server/game/simulator/simulator.ts'
import type { Delivery } from '../../shared/features/deliveries/delivery.ts'
import type { DeliveryKind } from '../../shared/features/deliveries/kinds.ts'
import type { SentCommand } from './evidence.ts'
import type { Page } from './page.ts'

/** The mark in a text, by which it is recognized in the game. */
export const markIn = (text: string): string | null => /mark-\d+-end/.exec(text)?.[0] ?? null

/** The verbs of the mod by kind. */
const verbs: Partial<Record<DeliveryKind, string>> = {
  spawn: 'spawn',
  grow: 'setgrowth',
  mutate: 'mutations',
  skin: 'skin_apply',
  heal: 'heal',
  weather: 'weather',
}
const untilSeenMs = 400

/** What staff see who look into the game: which texts arrived, and what the mod did. */
export function createGameTruth(game: Simulator) {
  const texts = () => game.log.filter(({ isLoggedIn }) => isLoggedIn).map(({ argument }) => argument)
  const markOf = ({ redemption }: Delivery, commands: readonly SentCommand[]) => {
    const asked = commands.find(({ answer }) => answer?.ok && (answer.output as { id?: string }).id === redemption)
    return asked ? markIn(JSON.stringify(asked.input)) : null
  }
  return {
    /** Null where that cannot be known. */
    wasDone(one: Delivery, pages: readonly Page[]): boolean | null {
      const { kind, target, sentAt } = one
      if (kind === 'message') {
        const mark = markOf(
          one,
          pages.flatMap((page) => page.commands()),
        )
        return mark === null ? null : texts().some((text) => markIn(text) === mark)
      }
      const verb = verbs[kind]
      if (!verb || sentAt === null) return null
      const steam = target?.id ?? ''
      // The clocks of nodes may be wrong by an hour; a user has one of a group at a time.
      return (game.commandBridge?.log ?? []).some(
        (run) => run.isDone && run.verb === verb && run.steam === steam && run.at >= sentAt - untilSeenMs,
      )
    },
  }
}
export type GameTruth = ReturnType<typeof createGameTruth>

/** Keeps these players between two lives, so that they may spawn: those who play have a while to be seen. */
export async function liveInGame(game: Simulator, steamIds: readonly string[], stop: AbortSignal) {
  const lifeMs = 1_500
  while (!stop.aborted) {
    for (const player of game.world.players)
      if (steamIds.includes(player.id) && player.presence !== 'away')
        Object.assign(player, { animal: null, presence: 'choosing', changesAt: Number.POSITIVE_INFINITY })
    await sleep(lifeMs, undefined, { signal: stop }).catch(() => {})
  }
}
