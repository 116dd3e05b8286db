import { keyOf, kindOf } from '../../../shared/engine/document.ts'
import {
  type Delivery,
  type DeliveryState,
  deliveries,
  isOpenState,
} from '../../../shared/features/deliveries/delivery.ts'
import { endStranded as endStrandedCommand } from '../../../shared/features/redemptions/commands.ts'
import {
  isRunning,
  type Redemption,
  type RedemptionStep,
  redemptions,
} from '../../../shared/features/redemptions/redemption.ts'
import type { Hub } from '../../engine/hub.ts'
import type { Context, Rule } from '../../engine/rule.ts'
import { plain } from '../../engine/transaction.ts'
import { type ErasedWhys, followErased } from './erased.ts'
import { follow } from './follow.ts'

type Reads = Pick<Context, 'read'>

interface Stranded {
  readonly one: Readonly<Redemption>
  readonly step: Readonly<RedemptionStep>
  /** Null where it is nowhere. */
  readonly delivery: Readonly<Delivery> | null
}

/** Steps of running redemptions of a user that wait, by the receipt, for a delivery that is over or nowhere. */
function strandedOf({ read }: Reads, server: string, player: string): readonly Stranded[] {
  const known = read(deliveries, server).entries
  const running = Object.values(read(redemptions, player).entries).filter(isRunning)
  return running.flatMap((one) =>
    one.steps.flatMap((step) => {
      if (step.delivery === null || !isOpenState(step.state as DeliveryState)) return []
      const delivery = Object.hasOwn(known, step.delivery) ? (known[step.delivery] ?? null) : null
      return delivery && isOpenState(delivery.state) ? [] : [{ one, step, delivery }]
    }),
  )
}

const why = 'Its command to the game is gone: it most likely named a player whose account was erased.'
const whys: ErasedWhys = { neverSent: why, maybeSent: why }

/** Where the delivery is still known, its own outcome counts. Run again, it finds nothing. */
export const endStranded: Rule<typeof endStrandedCommand> = (given, { server, accounts }) => {
  const context = given as unknown as Context
  for (const player of accounts)
    for (const stranded of strandedOf(context, server, player)) {
      const { one, step, delivery } = stranded
      if (delivery) follow(context, server, plain(delivery))
      else followErased(context, server, goneOf(player, one, step), whys)
    }
  return {}
}

const goneOf = (player: string, { id: redemption }: Stranded['one'], step: Stranded['step']) => ({
  id: step.delivery ?? '',
  by: player,
  redemption,
  kind: step.kind,
  link: step.link,
  state: step.state as DeliveryState,
  attempts: step.sentAt === null ? 0 : 1,
  detail: {},
})

interface SweepDeps {
  readonly hub: Pick<Hub, 'read' | 'execute' | 'journaledIds'>
  readonly server: string
  readonly onFault: (what: string, error: unknown) => void
}

/** Looked at in one turn, and ended in one command. */
const mostAtOnce = 1_000
const mostInCommand = 50

/**
 * Ends redemptions that an earlier release left behind: an erasure of another user removed their delivery, or a lost right cancelled it, and
 * they kept what they held. Once after each start. Returns the way to stop.
 */
export function startStrandedSweep({ hub, server, onFault }: SweepDeps): () => void {
  let isStopped = false
  const sweep = async () => {
    const accounts: string[] = []
    let looked = 0
    for (const id of hub.journaledIds()) {
      if (kindOf(id) === redemptions.kind && strandedOf(hub, server, keyOf(id)).length > 0) accounts.push(keyOf(id))
      looked += 1
      if (looked % mostAtOnce === 0) await new Promise((resolve) => setImmediate(resolve))
      if (isStopped) return
    }
    for (let at = 0; at < accounts.length && !isStopped; at += mostInCommand)
      await hub.execute('redemptions', endStrandedCommand.name, {
        server,
        accounts: accounts.slice(at, at + mostInCommand),
      })
  }
  sweep().catch((error: unknown) => onFault('redemptions of an earlier release', error))
  return () => {
    isStopped = true
  }
}
