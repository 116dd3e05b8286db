import { account } from '../../../shared/features/account/account.ts'
import { Delivery, deliveries } from '../../../shared/features/deliveries/delivery.ts'
import type { GameAction } from '../../../shared/features/deliveries/kinds.ts'
import type { wishRefusals } from '../../../shared/features/deliveries/refusals.ts'
import type { Context } from '../../engine/rule.ts'
import { accountOf } from '../account/rules.ts'
import { keepDelivery } from './keep.ts'
import { tooMuch } from './tooMuch.ts'

export type Wishing = Context & { refuse(code: keyof typeof wishRefusals): never }

/** Who wants it, as of now. Without an account it is the hub itself. */
export interface Giver {
  readonly account: string | null
  readonly name: string
  readonly role: Delivery['role']
  readonly raised: boolean
}

export interface Wish {
  readonly server: string
  readonly action: GameAction
  /** For their own dinosaur, by the right that everyone has. */
  readonly own?: boolean
  readonly retryOf?: string
  readonly undoOf?: string
}

export function giverOf({ actor, read }: Pick<Context, 'actor' | 'read'>): Giver {
  const id = accountOf(actor)
  const raised = actor.session?.raisedUntil != null
  return { account: id, name: read(account, id).name, role: actor.role, raised }
}

/** It waits for the worker from now on. Returns its id. */
export function give(context: Wishing, { server, action, own = false, retryOf, undoOf }: Wish, giver: Giver): string {
  const { read, edit, newId, now, commandId, refuse } = context
  const { entries, given } = read(deliveries, server)
  const refusal = tooMuch(Object.values(entries), { kind: action.kind, own, by: giver.account })
  if (refusal) return refuse(refusal)
  const delivery = Delivery.parse({
    ...action,
    ...{ id: newId(), number: given + 1, state: 'queued', queuedAt: now },
    ...{ by: giver.account ?? giver.name, byName: giver.name, role: giver.role, raised: giver.raised },
    ...{ own, retryOf, undoOf, commandId },
  })
  keepDelivery(context, server, delivery, giver.account !== null)
  edit(deliveries, server).given = given + 1
  return delivery.id
}

type Noted = Pick<Delivery, 'id' | 'kind' | 'target' | 'detail'>

/** For the audit: ids stay, and names and addresses are emptied when somebody is erased. */
export function noteAct(context: Context, act: string, { id: delivery, kind, target, detail }: Noted) {
  const { actor, record, address } = context
  record('audit', 'deliveries', {
    ...{ act, by: accountOf(actor), role: actor.role, raised: actor.session?.raisedUntil != null, address },
    ...{ delivery, kind, target, detail: { ...detail } },
  })
}

/** What the hub itself wants, for somebody or of its own accord: told apart from what a person has asked for. */
export function giveAsHub(context: Wishing, wish: Wish, giver: Giver): string {
  const { kind, target, detail } = wish.action
  const delivery = give(context, wish, giver)
  context.record('audit', 'deliveries', {
    ...{ act: kind, by: giver.account ?? giver.name, byHub: giver.account === null },
    ...{ delivery, kind, target, detail: { ...detail } },
  })
  return delivery
}
