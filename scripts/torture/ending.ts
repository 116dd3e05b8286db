import { isDeepStrictEqual } from 'node:util'
import { createRandom } from '../../server/game/simulator/random.ts'
import { openSqliteStorage } from '../../server/storage/sqlite/sqlite.ts'
import type { DocumentId } from '../../shared/engine/document.ts'
import { readHouse } from '../../shared/features/economy/queries.ts'
import { inventoryHistory } from '../../shared/features/inventory/history.ts'
import { ledger } from '../../shared/features/ledger/ledger.ts'
import { isHeld, type Redemption } from '../../shared/features/redemptions/redemption.ts'
import { skinHistory } from '../../shared/features/skins/ownedSkins.ts'
import { currencies } from '../../shared/features/world/currencies.ts'
import { createMoneyBooks, type MoneyBooks } from './books.ts'
import type { Cluster, NodeSlot } from './cluster.ts'
import type { Evidence } from './evidence.ts'
import type { GameTruth } from './gameTruth.ts'
import { openPage } from './page.ts'
import { dropManual, settleAll } from './traders.ts'
import { until } from './until.ts'
import { tradersOf, type Users } from './users.ts'

// The phase without faults, in which all that is held comes to an end; and the sums of the house, as each node and the store have them.

const openWithinMs = 90_000

async function heldIn({ slots }: Cluster) {
  const ids = tradersOf().map((account): DocumentId => `redemptions/${account}`)
  const copies = (await slots[0]?.copies(ids)) ?? []
  return copies.flatMap(([, { value }]) =>
    Object.values((value as { entries?: Record<string, Redemption> }).entries ?? {}).filter(isHeld),
  )
}

/**
 * Staff drop what waits for them, until every hold has ended or is unknown; then they look at the game and settle what is unknown, until
 * none is held. @returns what never ended, and how many were unknown
 */
export async function endHolds(cluster: Cluster, { treasurer, pages }: Users, truth: GameTruth) {
  const stillMoving = async () => {
    const open = await dropManual(treasurer)
    const held = (await heldIn(cluster)).filter(({ state }) => state !== 'unknown')
    if (open.length === 0 && held.length === 0) return null
    return `${open.map(({ kind, state }) => `${kind} ${state}`)}; held: ${held.map(({ id, state }) => `${id} ${state}`)}`
  }
  const moving = await until(openWithinMs, stillMoving)
  const unknown = (await heldIn(cluster)).length
  const stillHeld = async () => {
    await settleAll(treasurer, (one) => truth.wasDone(one, pages))
    await dropManual(treasurer)
    const held = await heldIn(cluster)
    return held.length === 0 ? null : `held after staff settled all: ${held.map(({ id, state }) => `${id} ${state}`)}`
  }
  return { unsettled: moving.length > 0 ? moving : await until(openWithinMs, stillHeld), unknown }
}

/** What one node tells owners of the house. */
export interface House {
  readonly node: number
  /** The journal positions of the nodes before and after it was read: an entry in between may be in it or not. */
  readonly from: number
  readonly to: number
  readonly currencies: readonly { currency: string; supply: string; held: string; drift: string }[]
  readonly flows: readonly { kind: string; cause: string; amounts: Readonly<Record<string, string>> }[]
}

/** As an owner reads it on `/owner-admin`, from each node. */
export async function readHouses({ slots }: Cluster): Promise<readonly House[]> {
  const positions = () => Promise.all(slots.map(async (slot) => (await slot.state()).seq))
  const from = Math.min(...(await positions()))
  const houses = await Promise.all(slots.map(houseAt))
  const to = Math.max(...(await positions()))
  return houses.map((house) => ({ ...house, from, to }))
}

async function houseAt(slot: NodeSlot): Promise<Omit<House, 'from' | 'to'>> {
  const cookie = await slot.signIn('otto', 'owner', null)
  const random = createRandom(slot.number)
  const page = openPage({ name: 'house', account: 'otto', cookie, random, nextPort: () => slot.proxies.pages.port })
  try {
    for (;;) {
      const answer = await page.query(readHouse.name, {})
      if (answer.ok) return { node: slot.number, ...(answer.output as Pick<House, 'currencies' | 'flows'>) }
      if (answer.code !== 'offline') throw new Error(`The totals were refused: ${answer.code} ${answer.message}`)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  } finally {
    page.close()
  }
}

/**
 * The totals that a node shows are the sums of the auditor's books as of when they were read: the hub pays rewards by itself, also afterwards.
 * @param entries from the first one, at least to the end of the reading @param when in words
 */
export function checkHouse(house: House, entries: Evidence['entries'], when: string): string[] {
  let found: string[] = []
  for (let seq = house.from; seq <= house.to; seq += 1) {
    found = differences(house, booksAt(entries, seq), when)
    if (found.length === 0) return []
  }
  return found
}

/** Currency alone. What is wrong in the rows is the audit's to report. */
function booksAt(entries: Evidence['entries'], last: number): MoneyBooks {
  const books = createMoneyBooks(() => {})
  for (const { seq, archive } of entries) {
    if (seq > last) break
    for (const { kind, row } of archive) if (kind === ledger.kind) books.post(row)
  }
  return books
}

function differences({ node, currencies: totals, flows }: House, books: MoneyBooks, when: string): string[] {
  const sumOf = (start: RegExp, currency: string) =>
    [...books.sums].reduce((all, [key, sum]) => (start.test(key) && key.endsWith(` ${currency}`) ? all + sum : all), 0)
  const differ = (what: string, shown: string | undefined, sum: number) =>
    Number(shown ?? 0) === sum ? [] : [`${when}, node ${node} shows ${what} ${shown}, and the books have ${sum}`]
  const accounts = new Set(
    [...books.sums.keys()].flatMap((key) => (/^(faucet|sink):/.test(key) ? (key.split(' ')[0] ?? '') : [])),
  )
  return currencies.flatMap((currency) => {
    const shown = totals.find((one) => one.currency === currency)
    const ofHouse = [...accounts].flatMap((account) => {
      const flow = flows.find(({ kind, cause }) => `${kind}:${cause}` === account)?.amounts[currency]
      const sum = sumOf(new RegExp(`^${account} `), currency)
      return differ(`${account} of ${currency}`, flow, account.startsWith('sink:') ? sum : -sum + 0)
    })
    return [
      ...differ(`a supply of ${currency} of`, shown?.supply, sumOf(/^(wallet|hold:|closed)/, currency)),
      ...differ(`${currency} held`, shown?.held, sumOf(/^hold:/, currency)),
      ...differ(`a drift of ${currency} of`, shown?.drift, 0),
      ...ofHouse,
    ]
  })
}

const economyArchives = [ledger.kind, inventoryHistory.kind, skinHistory.kind] as const

/** The rows of the store's archives are those of the journal, each once and in the same order. */
export async function checkArchives(cluster: Cluster, entries: Evidence['entries']): Promise<string[]> {
  const stored = await archivesOf(cluster)
  return economyArchives.flatMap((kind) => {
    const nameOf = (row: object) => {
      const { operation, entry, step } = row as Record<string, unknown>
      return kind === ledger.kind ? operation : `${entry} ${step}`
    }
    const journaled = entries.flatMap(({ archive }) => archive.filter((one) => one.kind === kind).map(({ row }) => row))
    const [has, wants] = [(stored.get(kind) ?? []).map(nameOf), journaled.map(nameOf)]
    return isDeepStrictEqual(has, wants)
      ? []
      : [`the archive ${kind} has ${has.length} rows, the journal ${wants.length}`]
  })
}

async function archivesOf({ redis, prefix, folder }: Cluster) {
  const all = new Map<string, readonly object[]>()
  if (redis) {
    for (const kind of economyArchives) {
      const rows = (await redis.command('XRANGE', `{${prefix()}}:archive:${kind}`, '-', '+')) as [string, string[]][]
      all.set(
        kind,
        rows.map(([, fields]) => JSON.parse(fields[fields.indexOf('e') + 1] ?? 'null') as object),
      )
    }
    return all
  }
  const storage = await openSqliteStorage({ folder: folder() })
  try {
    await storage.load()
    for (const kind of economyArchives) {
      const rows: object[] = []
      for (let before: number | null = null; ; ) {
        const page = await storage.archivePage({ kind, before, limit: 500 })
        rows.push(...page.rows.map(({ row }) => row))
        if (page.next === null) break
        before = page.next
      }
      all.set(kind, rows.reverse())
    }
    return all
  } finally {
    await storage.close()
  }
}
