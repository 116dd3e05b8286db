import { rosterFreshMs } from '../../../shared/features/deliveries/delivery.ts'
import { juvenileGrowth } from '../../../shared/features/inventory/inventory.ts'
import type { redeemRefusals } from '../../../shared/features/redemptions/commands.ts'
import { type RedeemRules, redeemRules } from '../../../shared/features/redemptions/redemption.ts'
import { type RosterEntry, roster } from '../../../shared/features/roster/roster.ts'
import { speciesName } from '../../../shared/features/world/species.ts'
import type { Context, RefusalValues } from '../../engine/rule.ts'

export type ConditionContext = Pick<Context, 'read' | 'now'> & {
  refuse(code: keyof typeof redeemRefusals, values?: RefusalValues): never
}
export type Animal = NonNullable<RosterEntry['animal']>

/** What a redemption needs of the player's own dinosaur. */
export type Need =
  | { readonly is: 'nothing' }
  /** In the game, with a dinosaur or without. */
  | { readonly is: 'present' }
  | { readonly is: 'living' }
  /** A living young one of the species: the mod makes it into another. */
  | { readonly is: 'youngOf'; readonly species: string }
  /** No dinosaur that would be lost: the mod gives a new one. */
  | { readonly is: 'free' }

/** The player's dinosaur by a recent reading, where that is needed. Refuses with why not, and what has to be otherwise. */
export function checkNeed(context: ConditionContext, server: string, steamId: string, need: Need): Animal | null {
  if (need.is === 'nothing') return null
  const { read, refuse, now } = context
  const { players, readAt } = read(roster, server)
  if (readAt === null || now - readAt > rosterFreshMs) return refuse('noReading')
  const seen = Object.hasOwn(players, steamId) ? players[steamId] : undefined
  if (!seen) return refuse('notInGame')
  const { animal } = seen
  if (need.is === 'present') return animal
  if (animal?.dead) return refuse('dead')
  if (need.is === 'free') {
    if (animal && animal.growth > juvenileGrowth)
      return refuse('playsGrown', { played: speciesName(animal.species), growth: animal.growth })
    return animal
  }
  if (!animal) return refuse('notInGame')
  if (need.is === 'youngOf' && (animal.species !== need.species || animal.growth > juvenileGrowth))
    return refuse('notYoung', {
      species: speciesName(need.species),
      played: speciesName(animal.species),
      growth: animal.growth,
    })
  checkOwnersRules(context, server, steamId, animal)
  return animal
}

function checkOwnersRules(context: ConditionContext, server: string, steamId: string, animal: Animal) {
  const { read, refuse } = context
  const { minHealth, squaresFromOthers } = read(redeemRules, server)
  if (animal.health < minHealth) return refuse('tooWeak', { needed: minHealth, health: animal.health })
  if (squaresFromOthers === 0 || animal.square === null) return
  const others = Object.values(read(roster, server).players).filter(({ id }) => id !== steamId)
  const isNear = (other: RosterEntry) => {
    const { square = null, dead = true } = other.animal ?? {}
    return !dead && square !== null && squaresBetween(animal.square ?? '', square) < squaresFromOthers
  }
  if (others.some(isNear)) refuse('tooNear')
}

/** As the king moves on a chessboard. Squares are called as C5. */
export function squaresBetween(one: string, other: string): number {
  const [a, b] = [one, other].map((square) => {
    const [, column = '', row = ''] = /^([A-Z]+)(\d+)$/.exec(square) ?? []
    return { column: [...column].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0), row: Number(row) }
  })
  if (!a || !b) return Number.POSITIVE_INFINITY
  return Math.max(Math.abs(a.column - b.column), Math.abs(a.row - b.row))
}

/** @param lastAt when the last one of the group was spent: where that is far in the future, the clock was set back since, and it counts no more */
export function checkPause(context: ConditionContext, { pauseMinutes }: RedeemRules, lastAt: number | undefined) {
  const { now, refuse } = context
  const pauseMs = pauseMinutes * 60_000
  if (lastAt === undefined || lastAt - now > pauseMs) return
  const leftMs = Math.min(lastAt, now) + pauseMs - now
  if (leftMs > 0) refuse('tooSoon', { minutes: Math.ceil(leftMs / 60_000) })
}
