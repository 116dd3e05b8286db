import type { Person } from '../../../shared/engine/document.ts'
import { mainServer } from '../../../shared/engine/ids.ts'
import { deliveryHistory } from '../../../shared/features/deliveries/archives.ts'
import { bulkRuns } from '../../../shared/features/deliveries/bulk.ts'
import {
  bans,
  type Delivery,
  type DeliveryState,
  deliveries,
  deliveryPrivateFields,
  isOpenState,
  mostOwnSettled,
  mostSettled,
  ownDeliveries,
  privateFieldsKey,
  redact,
  withPrivateFields,
} from '../../../shared/features/deliveries/delivery.ts'
import { changedKeys, removedKeys } from '../../engine/draftKeys.ts'
import { createNaming } from '../../engine/erasedIds.ts'
import type { Context } from '../../engine/rule.ts'
import { plain } from '../../engine/transaction.ts'

type Entries = Readonly<Record<string, Delivery>>

const endOf = ({ settledAt, queuedAt }: Delivery) => settledAt ?? queuedAt

/**
 * The oldest settled deliveries beyond `max`, counting `added`; none for one that is open, since only one that settles makes them more. It,
 * and what settles at the same moment, are the last to go, even where the clock was set back: what follows deliveries has to find in the
 * document that they settled.
 */
function overflow(entries: Entries, added: Delivery, max: number): Delivery[] {
  if (isOpenState(added.state)) return []
  const settled = Object.values(entries).filter(({ id, state }) => id !== added.id && !isOpenState(state))
  const tooMany = settled.length - (max - 1)
  if (tooMany <= 0) return []
  const isOfNow = ({ settledAt }: Delivery) => Number(settledAt === added.settledAt)
  return settled
    .sort((one, other) => isOfNow(one) - isOfNow(other) || endOf(one) - endOf(other) || one.number - other.number)
    .slice(0, tooMany)
}

/** Writes a delivery to the staff's document and, if mirrored, to its issuer's. The oldest settled ones move to the archive. */
export function upsertDelivery(context: Context, server: string, delivery: Delivery, isMirrored: boolean) {
  const { read, edit } = context
  const { redacted, privateFields } = redact(delivery)
  const old = overflow(read(deliveries, server).entries, redacted, mostSettled)
  edit(deliveries, server).entries[redacted.id] = { ...redacted }
  if (privateFields && redacted.redacted)
    edit(deliveryPrivateFields, privateFieldsKey(server, redacted.redacted)).entries[redacted.id] = privateFields
  for (const one of old) archiveDelivery(context, server, one)
  if (!isMirrored) return
  const oldOwn = overflow(read(ownDeliveries, redacted.by).entries, redacted, mostOwnSettled)
  const own = edit(ownDeliveries, redacted.by).entries
  own[redacted.id] = forIssuer(redacted)
  for (const { id } of oldOwn) delete own[id]
}

/** For its issuer, who learns that staff have settled it, and not who; and of a friend to whom they are brought the name alone. */
const forIssuer = (one: Delivery): Delivery => {
  const { by, settledBy } = one
  const own = settledBy === null || settledBy === by ? { ...one } : { ...one, settledBy: 'staff', settledByName: '' }
  if (!isToFriend(one)) return own
  const { destinationName } = one.detail
  return { ...own, detail: destinationName === undefined ? {} : { destinationName }, command: '', reply: null }
}

/** A player's own teleport leads to a friend. */
const isToFriend = ({ kind, own }: Delivery) => kind === 'teleport' && own

/**
 * Moves a delivery, with its private fields, to the archive. One about another player leaves its issuer's document too, because
 * erasure searches only the staff's document for the erased player.
 */
function archiveDelivery(context: Context, server: string, one: Delivery) {
  const { id, by, own } = one
  context.archive(deliveryHistory, { ...plainDelivery(context, server, one), server })
  removeDelivery(context, server, one)
  if ((!own || isToFriend(one)) && context.read(ownDeliveries, by).entries[id])
    delete context.edit(ownDeliveries, by).entries[id]
}

/** Removes a delivery and its private fields; it stays in its issuer's document. */
function removeDelivery({ edit }: Pick<Context, 'edit'>, server: string, { id, redacted }: Delivery) {
  delete edit(deliveries, server).entries[id]
  if (redacted) delete edit(deliveryPrivateFields, privateFieldsKey(server, redacted)).entries[id]
}

/** The delivery with its private fields, copied from drafts so that it can be written to another document. */
function plainDelivery({ read }: Pick<Context, 'read'>, server: string, one: Delivery): Delivery {
  if (one.redacted === null) return plain(one)
  return withPrivateFields(
    plain(one),
    plain(read(deliveryPrivateFields, privateFieldsKey(server, one.redacted)).entries[one.id]),
  )
}

/**
 * Writes many new deliveries at once, to the staff's document alone. Adding them one by one would search the growing draft for each.
 */
export function insertOpenDeliveries({ edit }: Context, server: string, all: readonly Delivery[]) {
  const draft = edit(deliveries, server)
  for (const one of all) {
    const { redacted, privateFields } = redact(one)
    draft.entries[redacted.id] = { ...redacted }
    if (privateFields && redacted.redacted)
      edit(deliveryPrivateFields, privateFieldsKey(server, redacted.redacted)).entries[redacted.id] = privateFields
  }
  draft.issued += all.length
}

/** Changes these fields of a delivery, in every document that holds it. */
export function updateDelivery(context: Context, server: string, delivery: Delivery, fields: Partial<Delivery>) {
  const isMirrored = context.read(ownDeliveries, delivery.by).entries[delivery.id] !== undefined
  const changed = { ...plainDelivery(context, server, delivery), ...fields }
  countOutcome(context, server, delivery.state, changed)
  upsertDelivery(context, server, changed, isMirrored)
}

const failedStates: readonly DeliveryState[] = ['refused', 'failed', 'dropped', 'cancelled']

/** Counts the new state of a delivery in the run of its bulk command, while that is kept. */
function countOutcome({ edit, read }: Context, server: string, before: DeliveryState, after: Delivery) {
  const { bulk, state, target } = after
  if (bulk === null || before === state || !read(bulkRuns, server).runs[bulk]) return
  const run = edit(bulkRuns, server).runs[bulk]
  if (!run) return
  run.counts[before] = Math.max(0, (run.counts[before] ?? 0) - 1)
  run.counts[state] = (run.counts[state] ?? 0) + 1
  if (target && failedStates.includes(state)) run.failed.push(target.id)
}

/**
 * The deliveries that a rule has added or changed, for what follows from them: looking at all others through a draft would be most of the
 * work of the rule.
 */
export function changedDeliveries({ read }: Pick<Context, 'read'>, server: string, before: { entries: Entries }) {
  const { entries } = read(deliveries, server)
  return changedKeys(entries, before.entries).flatMap((id) => entries[id] ?? [])
}

/**
 * Deliveries that were open and are nowhere now, as they were: an erasure removed them. All others settle before they leave the document,
 * and stay in it in the change in which they do.
 */
export function erasedDeliveries({ read }: Pick<Context, 'read'>, server: string, before: { entries: Entries }) {
  return removedKeys(read(deliveries, server).entries, before.entries).flatMap((id) => {
    const one = before.entries[id]
    return one && isOpenState(one.state) ? [one] : []
  })
}

/** The delivery with its private fields. */
export function findDelivery(context: Pick<Context, 'read'>, server: string, id: string): Delivery | undefined {
  const { entries } = context.read(deliveries, server)
  const one = Object.hasOwn(entries, id) ? entries[id] : undefined
  return one && plainDelivery(context, server, one)
}

/**
 * Removes every delivery that mentions the erased person: as the target, or in a typed, sent or received text. Deliveries that the
 * person issued lose the name. What follows from that for those who paid or set something aside for an open one: see `erasedDeliveries`.
 */
export function eraseFromDeliveries(context: Context, { account: erased, players }: Person) {
  const { read, edit } = context
  const isNamedIn = createNaming(players, { inJson: true })
  for (const [id, one] of Object.entries(read(deliveries, mainServer).entries)) {
    const { by } = one
    if (isNamedIn(JSON.stringify(plainDelivery(context, mainServer, one)))) {
      removeDelivery(context, mainServer, one)
      if (read(ownDeliveries, by).entries[id]) delete edit(ownDeliveries, by).entries[id]
      continue
    }
    const names = {
      ...(by === erased && { byName: '' }),
      ...(one.settledBy === erased && { settledByName: '' }),
    }
    if (Object.keys(names).length === 0) continue
    Object.assign(edit(deliveries, mainServer).entries[id] ?? {}, names)
    if (read(ownDeliveries, by).entries[id]) Object.assign(edit(ownDeliveries, by).entries[id] ?? {}, names)
  }
}

/**
 * A ban stays under its SteamID64, so that erasure does not lift it. It loses the name and the reason, which may name the player too; so
 * does the reason of another player's ban that mentions the erased one.
 */
export function eraseFromBans({ read, edit }: Context, { account: erased, players }: Person) {
  const isNamedIn = createNaming(players)
  for (const player of Object.keys(read(bans, mainServer).bans)) {
    const ban = edit(bans, mainServer).bans[player]
    for (const one of [ban, ban?.before]) {
      if (!one) continue
      const isTheirs = players.includes(player)
      if (isTheirs) one.name = ''
      if (isTheirs || isNamedIn(one.reason)) one.reason = ''
      if (one.by === erased) one.byName = ''
    }
  }
}

/** The run of a bulk command keeps its numbers. It loses the erased player's id and the erased issuer's name. */
export function eraseFromRuns({ read, edit }: Context, { account: erased, players }: Person) {
  for (const [id, { by, failed }] of Object.entries(read(bulkRuns, mainServer).runs)) {
    if (by !== erased && !failed.some((one) => players.includes(one))) continue
    const run = edit(bulkRuns, mainServer).runs[id]
    if (!run) continue
    if (by === erased) run.byName = ''
    run.failed = failed.filter((one) => !players.includes(one))
  }
}
