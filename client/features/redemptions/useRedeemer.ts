import { withArticle } from '../../../shared/engine/article.ts'
import { mainServer } from '../../../shared/engine/ids.ts'
import { account } from '../../../shared/features/account/account.ts'
import type { DeliveryKind } from '../../../shared/features/deliveries/kinds.ts'
import { juvenileGrowth } from '../../../shared/features/inventory/inventory.ts'
import {
  isRunning,
  type RedeemGroup,
  type Redemption,
  redeemWays,
  redemptions,
} from '../../../shared/features/redemptions/redemption.ts'
import type { Plan } from '../../../shared/features/redemptions/steps.ts'
import { purchaseCounts } from '../../../shared/features/shop/purchases.ts'
import { type Vitals, vitals } from '../../../shared/features/vitals/vitals.ts'
import { wallet } from '../../../shared/features/wallet/wallet.ts'
import { speciesName } from '../../../shared/features/world/species.ts'
import { isLost } from '../../connection/inFlight.ts'
import type { Refusal } from '../../connection/useCommand.ts'
import { useDocument } from '../../connection/useDocument.ts'

/** The user who redeems, as far as it is known. */
export interface Redeemer {
  readonly id: string
  readonly name: string
  /** SteamID64; null without a linked player. */
  readonly steamId: string | null
  /** Null if not known yet. */
  readonly pearls: number | null
  readonly receipts: readonly Redemption[]
  /** Of the shop and of redemptions, ever. */
  readonly purchases: number
  readonly createdAt: number
  /** What links can do now; null if not known yet. */
  readonly kinds: readonly DeliveryKind[] | null
  readonly seen: Vitals | null
}

/** @param principal the signed-in user */
export function useRedeemer({ id, name }: Pick<Redeemer, 'id' | 'name'>): Redeemer {
  const { value: own } = useDocument(account, id)
  const { value: money } = useDocument(wallet, id)
  const { value: past } = useDocument(redemptions, id)
  const { value: bought } = useDocument(purchaseCounts, id)
  const { value: ways } = useDocument(redeemWays, mainServer)
  const { value: seen } = useDocument(vitals, id)
  return {
    id,
    name: own?.name || name,
    steamId: own?.steamId ?? null,
    pearls: money?.voidPearls ?? null,
    receipts: Object.values(past?.entries ?? {}).sort((one, other) => other.at - one.at),
    purchases: (past?.purchases ?? 0) + (bought?.ever ?? 0),
    createdAt: own?.createdAt ?? 0,
    kinds: ways?.kinds ?? null,
    seen,
  }
}

/** Whether a typed name means the user: their name, SteamID64 or account. */
export const isOneself = (typed: string, { id, name, steamId }: Redeemer) =>
  [id, name, steamId].some((one) => one?.toLowerCase() === typed.trim().toLowerCase())

/** What is wrong with the typed name; null if nothing is. */
export function nameProblem(typed: string, redeemer: Redeemer): string | null {
  if (typed.trim() === '') return '❌ Please enter your player name'
  return isOneself(typed, redeemer) ? null : `You can redeem only for yourself. Enter ${redeemer.name}.`
}

/** Why a redemption was not made: refused by the hub, or the connection was lost before it answered. */
export const refusalText = (refusal: Refusal) =>
  `${isLost(refusal) ? 'Connection error' : 'Redemption failed'}: ${refusal.message}`

/** What the player still has to do in the game. */
export interface StandProblem {
  readonly text: string
  /** Parking their dinosaur would do. */
  readonly canPark: boolean
}

const toDo = (text: string, canPark = false): StandProblem => ({ text, canPark })

/** What the player still has to do in the game; null if nothing. Followed live, so the user reads it while they do it. */
export function standProblem({ standAs, steps, isByHand }: Plan, { seen }: Redeemer): StandProblem | null {
  if (isByHand) return null
  const [first] = steps
  if (first?.kind === 'weather') return null
  const animal = seen?.animal ?? null
  if (!seen?.online)
    return toDo(
      `Join the game${standAs ? ` and spawn as ${withArticle(speciesName(standAs))}` : ''}, then come back: waiting…`,
    )
  if (first?.kind === 'message') return null
  if (animal?.dead) return toDo('Your dinosaur is dead. Spawn again, then come back: waiting…')
  if (first?.kind === 'spawn')
    return animal && animal.growth > juvenileGrowth
      ? toDo(
          `You're playing ${speciesName(animal.species)}, ${animal.growth}% grown. You would lose it. Park it first, or spawn a new one.`,
          true,
        )
      : null
  if (standAs && (animal?.species !== standAs || animal.growth > juvenileGrowth))
    return toDo(`Spawn as ${withArticle(speciesName(standAs))}, then come back: waiting…`)
  return animal ? null : toDo('Spawn as any dinosaur, then come back: waiting…')
}

/** The living young dinosaur that gives way to what is redeemed; null where there is none, or where staff do it and it is not known. */
export function replacedText(plan: Plan, redeemer: Redeemer): string | null {
  const { standAs, steps, isByHand } = plan
  const animal = redeemer.seen?.animal
  if (isByHand || !animal || (standAs === null && steps[0]?.kind !== 'spawn')) return null
  return standProblem(plan, redeemer) === null
    ? `Your ${speciesName(animal.species)}, ${animal.growth}% grown, is replaced.`
    : null
}

/** One of the group that is on its way. */
export const runningIn = ({ receipts }: Redeemer, group: RedeemGroup) =>
  receipts.find((one) => one.group === group && isRunning(one))
