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

/** What the player still has to do in the game; null if nothing. Followed live, so the user reads it while they do it. */
export function standProblem({ standAs, steps, isByHand }: Plan, { seen }: Redeemer): string | null {
  if (isByHand) return null
  const [first] = steps
  if (first?.kind === 'weather') return null
  const animal = seen?.animal ?? null
  if (!seen?.online)
    return standAs
      ? `Join the game and spawn as ${withArticle(standAs)}, then come back: waiting…`
      : 'Join the game, then come back: waiting…'
  if (first?.kind === 'message') return null
  if (animal?.dead) return 'Your dinosaur is dead. Spawn again, then come back: waiting…'
  if (first?.kind === 'spawn')
    return animal && animal.growth > juvenileGrowth
      ? `You're playing ${animal.species}, ${animal.growth}% grown. You would lose it. Park it first, or spawn a new one.`
      : null
  if (standAs && (animal?.species !== standAs || animal.growth > juvenileGrowth))
    return `Spawn as ${withArticle(standAs)}, then come back: waiting…`
  return animal ? null : 'Spawn as any dinosaur, then come back: waiting…'
}

/** One of the group that is on its way. */
export const runningIn = ({ receipts }: Redeemer, group: RedeemGroup) =>
  receipts.find((one) => one.group === group && isRunning(one))
