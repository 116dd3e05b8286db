import { type DocumentId, keyOf, kindOf } from '../../../shared/engine/document.ts'
import { mainServer } from '../../../shared/engine/ids.ts'
import { folded } from '../../../shared/engine/search/fields.ts'
import { account } from '../../../shared/features/account/account.ts'
import { type Ban, bans } from '../../../shared/features/deliveries/delivery.ts'
import { inventory } from '../../../shared/features/inventory/inventory.ts'
import { patron } from '../../../shared/features/patrons/patrons.ts'
import { lastSeenAtOf, playMsOf, playRecord } from '../../../shared/features/play/playRecord.ts'
import { ownSessions } from '../../../shared/features/session/session.ts'
import { durationOf, type User } from '../../../shared/features/users/users.ts'
import { wallet } from '../../../shared/features/wallet/wallet.ts'
import type { Clock } from '../../engine/clock.ts'
import type { QueryContext } from '../../engine/feature.ts'
import type { Hub } from '../../engine/hub.ts'
import { isSameValue } from '../../engine/transaction.ts'
import { changedInPlaces, comparisons, merged, otherWork, type Row, type Sort, sorted, sorts } from './orders.ts'

type TableHub = Pick<Hub, 'epoch' | 'journaledIds' | 'read' | 'onPublish'>

const isHere = ({ isGone }: Row) => !isGone
const orderKey = (sort: Sort, isDemo: boolean) => `${sort} ${isDemo}`

/** All users of one kind in one order. */
interface Order {
  rows: readonly Row[]
  /** Since `rows` was made. */
  added: Row[]
  removed: Row[]
}

/** Documents whose key is an account. */
const accountKinds: readonly string[] = [account, wallet, inventory, patron, ownSessions].map(({ kind }) => kind)
const readsPerTurn = 250
/**
 * Up to this many changes of an order are inserted one by one, in a few ms; more are sorted and merged. An order that no page asks for collects
 * no more than that.
 */
const mostInserted = 2_000

/**
 * All users, in the memory of this node, for the owner's table. Nothing is read before the table is first asked for; from then on it notes what
 * has changed and reads that again the next time it is asked. An order is sorted once, and later changes are merged into it.
 */
export function followUsers(hub: TableHub, clock: Pick<Clock, 'now'>) {
  const rows = new Map<string, Row>()
  /** By sort and kind. Each was asked for at least once. */
  const orders = new Map<string, Order>()
  /** Accounts by the game's id of the linked player. */
  const accountsOf = new Map<string, Set<string>>()
  /** Of players in the game: their play time grows by itself. */
  const playing = new Set<string>()
  const changed = new Set<string>()
  let banned: Readonly<Record<string, Ban>> = {}
  let epoch = -1
  let isFollowing = false
  let underWay: Promise<void> = Promise.resolve()

  function readAll() {
    epoch = hub.epoch
    banned = hub.read(bans, mainServer).bans
    dropGone([...rows.keys()])
    for (const id of rows.keys()) changed.add(id)
    for (const id of hub.journaledIds()) if (kindOf(id) === account.kind) changed.add(keyOf(id))
  }
  function noteChange(id: DocumentId) {
    const [kind, key] = [kindOf(id), keyOf(id)]
    if (accountKinds.includes(kind)) changed.add(key)
    else if (kind === playRecord.kind) for (const one of accountsOf.get(key) ?? []) changed.add(one)
    else if (kind === bans.kind && key === mainServer) noteBans()
  }
  function noteBans() {
    const before = banned
    banned = hub.read(bans, mainServer).bans
    for (const player of new Set([...Object.keys(before), ...Object.keys(banned)]))
      if (before[player] !== banned[player]) for (const one of accountsOf.get(player) ?? []) changed.add(one)
  }
  function follow() {
    if (isFollowing) return
    isFollowing = true
    readAll()
    hub.onPublish((published) => {
      if (hub.epoch !== epoch) return readAll()
      for (const { id } of published) noteChange(id)
      dropGone(published.flatMap(({ id }) => (kindOf(id) === account.kind ? keyOf(id) : [])))
    })
  }
  /** Nothing about erased users stays in memory, even while no page asks for the table. */
  function dropGone(ids: readonly string[]) {
    for (const id of ids) {
      if (hub.read(account, id).createdAt > 0) continue
      changed.delete(id)
      playing.delete(id)
      const row = rows.get(id)
      if (!row) continue
      noteLink(id, row.user.steamId, null)
      row.isGone = true
      rows.delete(id)
      // It may be anywhere in the orders, even with its former values.
      orders.clear()
    }
  }
  function readAgain(id: string) {
    const { steamId, createdAt, demo } = hub.read(account, id)
    if (createdAt === 0) return
    const before = rows.get(id)
    noteLink(id, before?.user.steamId ?? null, steamId)
    playing.delete(id)
    if (steamId !== null && hub.read(playRecord, steamId).since !== null) playing.add(id)
    const user = userOf(hub, id, clock.now())
    if (before && before.isDemo === demo && isSameValue(before.user, user)) return
    if (before) take(before)
    const row: Row = {
      user,
      isDemo: demo,
      name: folded(user.username),
      isGone: false,
      lookedAtBy: null,
      wasFound: false,
    }
    rows.set(id, row)
    for (const order of ordersOf(row)) order.added.push(row)
  }
  function take(row: Row) {
    row.isGone = true
    for (const order of ordersOf(row)) order.removed.push(row)
  }
  const ordersOf = ({ isDemo }: Row) => sorts.flatMap((sort) => orders.get(orderKey(sort, isDemo)) ?? [])
  function noteLink(id: string, before: string | null, now: string | null) {
    const former = before === null || before === now ? undefined : accountsOf.get(before)
    if (before !== null && former?.delete(id) && former.size === 0) accountsOf.delete(before)
    if (now === null) return
    const known = accountsOf.get(now)
    if (known) known.add(id)
    else accountsOf.set(now, new Set([id]))
  }
  async function refresh() {
    follow()
    for (const id of playing) changed.add(id)
    let read = 0
    for (const id of changed) {
      // What changes while it is read is noted again.
      changed.delete(id)
      readAgain(id)
      read += 1
      if (read % readsPerTurn === 0) await otherWork()
    }
  }
  /** Orders for which no page asks would collect all changes: they are made again when one asks. */
  function dropUnused(asked: string) {
    for (const [key, { added, removed }] of orders)
      if (key !== asked && added.length + removed.length > mostInserted) orders.delete(key)
  }
  async function inOrder(sort: Sort, isDemo: boolean): Promise<readonly Row[]> {
    const compare = comparisons[sort]
    const key = orderKey(sort, isDemo)
    const order = orders.get(key) ?? {
      rows: [],
      added: [...rows.values()].filter((row) => row.isDemo === isDemo),
      removed: [],
    }
    orders.set(key, order)
    const { added, removed } = order
    if (added.length + removed.length === 0) return order.rows
    Object.assign(order, { added: [], removed: [] })
    const isFew = added.length + removed.length <= mostInserted
    order.rows = isFew
      ? changedInPlaces(order.rows, { added, removed }, compare)
      : merged(order.rows.filter(isHere), await sorted(added.filter(isHere), compare), compare)
    return order.rows
  }
  return {
    /**
     * All users of this kind in this order, the smallest first. Asked one after another, so that an order is sorted once.
     * @param isDemo demo accounts and real ones are kept apart
     */
    async rows(sort: Sort, isDemo: boolean): Promise<readonly Row[]> {
      const before = underWay
      const next = (async () => {
        await before.catch(() => {})
        await refresh()
        dropUnused(orderKey(sort, isDemo))
        return inOrder(sort, isDemo)
      })()
      underWay = next.then(
        () => {},
        () => {},
      )
      return next
    },
    /** How many users it holds. */
    size: () => rows.size,
  }
}
export type UserTable = ReturnType<typeof followUsers>

/** An account as owners see it. @param now epoch ms */
export function userOf({ read }: Pick<QueryContext, 'read'>, id: string, now: number): User {
  const { name, steamId, discord, createdAt } = read(account, id)
  const { voidPearls, razorTalons, sylvanShards } = read(wallet, id)
  const record = steamId === null ? null : read(playRecord, steamId)
  const ban = steamId === null ? undefined : banOf(read(bans, mainServer).bans, steamId)
  return {
    id,
    username: name,
    steamId,
    discordId: discord?.discordId ?? null,
    email: null,
    patreonTier: read(patron, id).tier,
    playtime: record ? playMsOf(record, now) : 0,
    joinDate: createdAt,
    lastActive: latestOf([
      record && lastSeenAtOf(record, now),
      ...Object.values(read(ownSessions, id).open).map(({ seenAt }) => seenAt),
    ]),
    status: ban ? 'banned' : 'active',
    currencies: {
      dinosaurs: Object.keys(read(inventory, id).dinosaurs).length,
      voidPearls,
      sylvanShards,
      razorTalons,
    },
    banInfo: ban
      ? {
          reason: ban.reason,
          bannedBy: ban.byName,
          bannedDate: ban.at,
          expiresDate: ban.until,
          duration: durationOf(ban),
        }
      : null,
  }
}

const banOf = (held: Readonly<Record<string, Ban>>, player: string) =>
  Object.hasOwn(held, player) ? held[player] : undefined

const latestOf = (times: readonly (number | null)[]) =>
  times.reduce((latest, time) => (time !== null && (latest === null || time > latest) ? time : latest), null)
