import type { Entry } from '../../server/engine/entry.ts'
import type { RowOf } from '../../shared/engine/archive.ts'
import { type DocumentId, keyOf, kindOf } from '../../shared/engine/document.ts'
import { inventoryHistory } from '../../shared/features/inventory/history.ts'
import type { Redemption } from '../../shared/features/redemptions/redemption.ts'
import { skinHistory } from '../../shared/features/skins/ownedSkins.ts'
import { createMoneyBooks, type MoneyBooks } from './books.ts'
import type { Evidence, ReplayedJournal } from './evidence.ts'
import { checkRepeats, checkRequests, createRequestModel } from './requestChecks.ts'

/** What the auditor knows at the end of the journal. */
export interface Audit {
  readonly violations: readonly string[]
  readonly books: MoneyBooks
  /** The redemptions whose currency or dinosaur is still held, by id. */
  readonly held: ReadonlyMap<string, Redemption['state']>
  /** Outside of the game. */
  readonly dinosaurs: number
  readonly skins: number
  readonly sales: number
  readonly counts: Readonly<Record<'released' | 'spent' | 'unknown', number>>
}

/**
 * Follows the journal entry by entry with books of its own: after each one, currency and dinosaurs are where the archives say, each
 * redemption moved as it may, and only commands that may do so made, took or moved any. Then compares what users were answered with it.
 */
export function auditEconomy(
  { entries, commands, repeats }: Pick<Evidence, 'entries' | 'commands' | 'repeats'>,
  { values }: ReplayedJournal,
): Audit {
  const found = new Set<string>()
  let now = 0
  const report = (problem: string) => void found.add(`economy, entry ${now}: ${problem}`)
  const money = createMoneyBooks(report)
  const dinosaurs = createStock(report)
  const skins = createStock(report)
  const redeeming = createRedeeming(report)
  const model = createRequestModel(money, report)
  for (const entry of entries) {
    now = entry.seq
    const after = ({ id, version }: Entry['changes'][number]) => values.get(id)?.[version - 1]
    const posted = entry.archive.flatMap(({ kind, row }) => {
      if (kind === inventoryHistory.kind) dinosaurs.move(inventoryHistory.schema.parse(row))
      if (kind === skinHistory.kind) skins.move(skinHistory.schema.parse(row))
      return kind === 'ledger' ? [money.post(row)] : []
    })
    model.take(entry, posted)
    for (const { player, other } of posted)
      for (const account of [player, other])
        if (account && !entry.changes.some(({ id }) => id === `wallet/${account}`))
          report(`a row moved currency of ${account}, whose wallet did not change`)
    for (const change of entry.changes) {
      const value = after(change)
      const kind = kindOf(change.id)
      if (kind === 'wallet' || kind === 'closedWallets') money.compare(change.id, value)
      if (kind === 'inventory') dinosaurs.compare(change.id, (value as { dinosaurs?: Things }).dinosaurs ?? {})
      if (kind === 'ownedSkins') skins.compare(change.id, (value as { skins?: Things }).skins ?? {})
      if (kind === 'redemptions') {
        const receipts = value as { entries?: Record<string, Redemption> }
        redeeming.compare(change.id, receipts, money.openHolds(), { dinosaurs, skins })
        model.note(entry.seq, change.id, receipts)
      }
    }
  }
  money.closeTheBooks()
  return {
    violations: [...found, ...checkRequests(commands, model), ...checkRepeats(repeats)],
    books: money,
    held: redeeming.held(),
    dinosaurs: dinosaurs.count(),
    skins: skins.count(),
    sales: model.sales.size,
    counts: redeeming.counts(),
  }
}

type Step = Pick<RowOf<typeof inventoryHistory>, 'entry' | 'step' | 'act' | 'from' | 'to' | 'player' | 'other'>
/** Dinosaurs or skins of one user, by id. */
type Things = Readonly<
  Record<string, { readonly state: string; readonly heldFor: string | null; readonly delivery?: string | null }>
>

const mayLead: Readonly<Record<Step['act'], readonly [RegExp, RegExp]>> = {
  added: [/^none$/, /^(player|game:.+|redemption:.+|listing:.+)$/],
  locked: [/^player$/, /^(redemption|listing):.+$/],
  released: [/^(game|redemption|listing):.+$/, /^player$/],
  moved: [/^(player|listing:.+)$/, /^player$/],
  consumed: [/^(player|game:.+|redemption:.+|listing:.+)$/, /^consumed$/],
}

/** The auditor's own list of all dinosaurs, or of all skins that users keep, from their histories alone. */
function createStock(report: (problem: string) => void) {
  const known = new Map<string, { step: number; holder: string; owner: string }>()
  return {
    move({ entry, step, act, from, to, player, other }: Step) {
      const before = known.get(entry)
      const [start, end] = mayLead[act]
      const owner = act === 'moved' ? other : player
      if (!start.test(from) || !end.test(to)) report(`${entry} was ${act} from ${from} to ${to}`)
      if (step !== (before?.step ?? 0) + 1) report(`${entry} has step ${step} after ${before?.step ?? 0}`)
      if (from !== (before?.holder ?? 'none')) report(`${entry} went from ${from}, and ${before?.holder} had it`)
      if (before && before.owner !== owner) report(`${entry} was taken from ${owner}, and it was of ${before.owner}`)
      if (act === 'moved' && player === other) report(`${entry} was moved to its own owner`)
      known.set(entry, { step, holder: to, owner: player })
    },
    compare(id: DocumentId, held: Things) {
      const owner = keyOf(id)
      for (const [dinosaur, { state, heldFor, delivery }] of Object.entries(held)) {
        const holder = state === 'stored' ? 'player' : `${holderKinds[state] ?? state}:${heldFor ?? delivery}`
        const own = known.get(dinosaur)
        if (own?.owner !== owner || own.holder !== holder)
          report(`${dinosaur} is with ${holder} of ${owner}, and with ${own?.holder} of ${own?.owner} by its history`)
      }
      for (const [dinosaur, { holder, owner: by }] of known)
        if (by === owner && holder !== 'consumed' && !Object.hasOwn(held, dinosaur))
          report(`${dinosaur} is with ${holder} of ${owner}, and in no inventory`)
    },
    holderOf: (dinosaur: string) => known.get(dinosaur)?.holder,
    count: () => [...known.values()].filter(({ holder }) => holder !== 'consumed').length,
  }
}
type Stocks = Readonly<Record<'dinosaurs' | 'skins', ReturnType<typeof createStock>>>
const holderKinds: Readonly<Record<string, string>> = {
  parking: 'game',
  redeeming: 'redemption',
  applying: 'redemption',
  listed: 'listing',
}

const next: Readonly<Record<Redemption['state'], readonly Redemption['state'][]>> = {
  open: ['unknown', 'finishing', 'done', 'released'],
  unknown: ['open', 'finishing', 'done', 'released'],
  finishing: ['done'],
  done: [],
  released: [],
}
const isHeld = (state: Redemption['state'] | undefined) => state === 'open' || state === 'unknown'

/** Follows each redemption: what it holds is held as long as it is open or unknown, and not a moment longer. */
function createRedeeming(report: (problem: string) => void) {
  const states = new Map<string, Redemption['state']>()
  const owners = new Map<string, string>()
  const seen = { released: 0, spent: 0, unknown: 0 }

  function move({ id, state, price, dinosaur, ownedSkin }: Redemption, openHolds: ReadonlySet<string>, stocks: Stocks) {
    const was = states.get(id)
    if (was !== state) {
      if (was === undefined ? state !== 'open' : !next[was].includes(state))
        report(`the redemption ${id} went from ${was} to ${state}`)
      if (isHeld(was) && !isHeld(state)) seen[state === 'released' ? 'released' : 'spent'] += 1
      if (state === 'unknown') seen.unknown += 1
      states.set(id, state)
    }
    if (price !== null && openHolds.has(id) !== isHeld(state))
      report(`the redemption ${id} is ${state}, and its price is ${openHolds.has(id) ? 'held' : 'not held'}`)
    const things = [
      [dinosaur, stocks.dinosaurs],
      [ownedSkin ?? null, stocks.skins],
    ] as const
    for (const [thing, stock] of things) {
      if (thing === null || (stock.holderOf(thing) === `redemption:${id}`) === isHeld(state)) continue
      report(`the redemption ${id} is ${state}, and what pays for it is with ${stock.holderOf(thing)}`)
    }
  }
  return {
    compare(
      id: DocumentId,
      value: { entries?: Readonly<Record<string, Redemption>> } | undefined,
      openHolds: readonly string[],
      stocks: Stocks,
    ) {
      const owner = keyOf(id)
      const open = new Set(openHolds)
      const held = value?.entries ?? {}
      for (const one of Object.values(held)) {
        owners.set(one.id, owner)
        move(one, open, stocks)
      }
      // Of an erased user; its hold went with the wallet.
      for (const [redemption, state] of states) {
        if (owners.get(redemption) !== owner || Object.hasOwn(held, redemption) || !isHeld(state)) continue
        if (open.has(redemption)) report(`the redemption ${redemption} is gone, and its price is held`)
        states.set(redemption, 'released')
      }
    },
    held: () => new Map([...states].filter(([, state]) => isHeld(state))),
    counts: () => ({ ...seen }),
  }
}
