import {
  type Delivery,
  deliveries,
  deliveriesArchive,
  isOpenState,
  keptOwn,
  keptSettled,
  ownDeliveries,
} from '../../../shared/features/deliveries/delivery.ts'
import { apart, deliveryWords, withWords, wordsKey } from '../../../shared/features/deliveries/deliveryWords.ts'
import type { Context } from '../../engine/rule.ts'
import { plain } from '../../engine/transaction.ts'

type Entries = Readonly<Record<string, Delivery>>

const endOf = ({ settledAt, queuedAt }: Delivery) => settledAt ?? queuedAt

/** Of those that are settled when `more` has come to them, the oldest beyond as many as are kept. */
function beyond(entries: Entries, more: Delivery, kept: number): Delivery[] {
  const settled = Object.values(entries).filter(({ id, state }) => id !== more.id && !isOpenState(state))
  if (!isOpenState(more.state)) settled.push(more)
  if (settled.length <= kept) return []
  return settled
    .sort((one, other) => endOf(one) - endOf(other) || one.number - other.number)
    .slice(0, settled.length - kept)
}

/** Written where staff see it and where its giver does. What is settled long ago goes into the archive. */
export function keepDelivery(context: Context, server: string, delivery: Delivery, isMirrored: boolean) {
  const { read, edit } = context
  const { seen, words } = apart(delivery)
  const before = read(deliveries, server).entries
  const old = beyond(before, seen, keptSettled)
  edit(deliveries, server).entries[seen.id] = { ...seen }
  if (words && seen.words) edit(deliveryWords, wordsKey(server, seen.words)).entries[seen.id] = words
  for (const one of old) putAway(context, server, one)
  if (!isMirrored) return
  const oldOwn = beyond(read(ownDeliveries, seen.by).entries, seen, keptOwn)
  const own = edit(ownDeliveries, seen.by).entries
  own[seen.id] = { ...seen }
  for (const { id } of oldOwn) delete own[id]
}

/** Into the archive, whole. What is about others leaves its giver's list too: whoever is erased is looked for here alone. */
function putAway(context: Context, server: string, one: Delivery) {
  const { id, by, own } = one
  context.record(deliveriesArchive, server, { ...joined(context, server, one) })
  removeDelivery(context, server, one)
  if (!own && context.read(ownDeliveries, by).entries[id]) delete context.edit(ownDeliveries, by).entries[id]
}

/** With its words, and nowhere else than among its giver's own. */
export function removeDelivery({ edit }: Pick<Context, 'edit'>, server: string, { id, words }: Delivery) {
  delete edit(deliveries, server).entries[id]
  if (words) delete edit(deliveryWords, wordsKey(server, words)).entries[id]
}

/** The whole of it, fit to be written elsewhere: neither its words nor itself are drafts. */
export function joined({ read }: Pick<Context, 'read'>, server: string, one: Delivery): Delivery {
  if (one.words === null) return plain(one)
  return withWords(plain(one), plain(read(deliveryWords, wordsKey(server, one.words)).entries[one.id]))
}

/** What it is now, with these fields changed. */
export function changeDelivery(context: Context, server: string, delivery: Delivery, fields: Partial<Delivery>) {
  const isMirrored = context.read(ownDeliveries, delivery.by).entries[delivery.id] !== undefined
  keepDelivery(context, server, { ...joined(context, server, delivery), ...fields }, isMirrored)
}

/** The whole of it. */
export function deliveryOf(context: Pick<Context, 'read'>, server: string, id: string): Delivery | undefined {
  const { entries } = context.read(deliveries, server)
  const one = Object.hasOwn(entries, id) ? entries[id] : undefined
  return one && joined(context, server, one)
}
