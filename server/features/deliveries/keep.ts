import {
  type Delivery,
  deliveries,
  deliveriesArchive,
  isOpenState,
  keptOwn,
  keptSettled,
  ownDeliveries,
} from '../../../shared/features/deliveries/delivery.ts'
import type { Context } from '../../engine/rule.ts'
import { plain } from '../../engine/transaction.ts'

type Entries = Readonly<Record<string, Delivery>>

const endOf = ({ settledAt, queuedAt }: Delivery) => settledAt ?? queuedAt

/** Of those that are settled, the oldest beyond as many as are kept. */
function beyond(entries: Entries, kept: number): Delivery[] {
  const settled = Object.values(entries).filter(({ state }) => !isOpenState(state))
  if (settled.length <= kept) return []
  return settled
    .sort((one, other) => endOf(one) - endOf(other) || one.number - other.number)
    .slice(0, settled.length - kept)
}

/** Written where staff see it and where its giver does. What is settled long ago goes into the archive. */
export function keepDelivery(context: Context, server: string, delivery: Delivery, isMirrored: boolean) {
  const { read, edit, record } = context
  const before = read(deliveries, server).entries
  // One more than is kept may come by this one.
  const old = beyond({ ...before, [delivery.id]: delivery }, keptSettled)
  const { entries } = edit(deliveries, server)
  entries[delivery.id] = { ...delivery }
  for (const { id } of old) delete entries[id]
  for (const one of old) record(deliveriesArchive, server, { ...plain(one) })
  if (!isMirrored) return
  const oldOwn = beyond({ ...read(ownDeliveries, delivery.by).entries, [delivery.id]: delivery }, keptOwn)
  const own = edit(ownDeliveries, delivery.by).entries
  own[delivery.id] = { ...delivery }
  for (const { id } of oldOwn) delete own[id]
}

/** What it is now, with these fields changed. */
export function changeDelivery(context: Context, server: string, delivery: Delivery, fields: Partial<Delivery>) {
  const isMirrored = context.read(ownDeliveries, delivery.by).entries[delivery.id] !== undefined
  keepDelivery(context, server, { ...plain(delivery), ...fields }, isMirrored)
}

export const deliveryOf = ({ read }: Pick<Context, 'read'>, server: string, id: string): Delivery | undefined =>
  Object.hasOwn(read(deliveries, server).entries, id) ? read(deliveries, server).entries[id] : undefined
