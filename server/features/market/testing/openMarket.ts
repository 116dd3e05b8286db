import { z } from 'zod'
import { defineCommand } from '../../../../shared/engine/command.ts'
import { account as accountKind } from '../../../../shared/features/account/account.ts'
import { bans } from '../../../../shared/features/deliveries/delivery.ts'
import { changeEconomySettings } from '../../../../shared/features/economy/commands.ts'
import { economySettings } from '../../../../shared/features/economy/settings.ts'
import { eraseMe } from '../../../../shared/features/erasure/commands.ts'
import { inventory } from '../../../../shared/features/inventory/inventory.ts'
import { addCurrency } from '../../../../shared/features/ledger/commands.ts'
import * as commands from '../../../../shared/features/market/commands.ts'
import { feeOf } from '../../../../shared/features/market/fee.ts'
import { type ListedKind, type Listing, listings, marketPast } from '../../../../shared/features/market/listing.ts'
import { searchMarket } from '../../../../shared/features/market/queries.ts'
import type { MarketSettings } from '../../../../shared/features/market/settings.ts'
import { ownedSkins } from '../../../../shared/features/skins/ownedSkins.ts'
import { wallet } from '../../../../shared/features/wallet/wallet.ts'
import type { Currency } from '../../../../shared/features/world/currencies.ts'
import type { Feature } from '../../../engine/feature.ts'
import { implement } from '../../../engine/rule.ts'
import { ensureAccount } from '../../../testing/accounts.ts'
import { allFeatures } from '../../../testing/allFeatures.ts'
import { createTestClock } from '../../../testing/clock.ts'
import { createMemoryStorage } from '../../../testing/memoryStorage.ts'
import { openApp } from '../../../testing/openApp.ts'
import { freshId, guest, inSession, person } from '../../../testing/principals.ts'
import { addEntry, consumeEntry, type EntryContext } from '../../inventory/entries.ts'
import { dinosaurProblems } from '../../inventory/testing/checkDinosaurs.ts'
import { moneyProblems } from '../../ledger/testing/checkMoney.ts'
import { addSkin, type SkinContext } from '../../skins/ownedSkins.ts'
import { skinProblems } from '../../skins/testing/checkSkins.ts'

export const owner = person('olga', 'owner')

const Own = z.object({ account: z.string(), id: z.string() })

const give = defineCommand({
  name: 'marketTest.give',
  permission: 'hub',
  input: Own.extend({ species: z.string(), growth: z.int().nullable(), skin: z.string().nullable() }),
  output: z.object({}),
  refusals: {},
})
/** The game has it. */
const use = defineCommand({
  name: 'marketTest.use',
  permission: 'hub',
  input: Own,
  output: z.object({}),
  refusals: {},
})
/** A dinosaur and what was sold of it are as releases wrote them that did not keep what paid for its skin. */
const age = defineCommand({
  name: 'marketTest.age',
  permission: 'hub',
  input: Own,
  output: z.object({}),
  refusals: {},
})
const ban = defineCommand({
  name: 'marketTest.ban',
  permission: 'hub',
  input: z.object({ player: z.string(), until: z.number().nullable(), isBanned: z.boolean() }),
  output: z.object({}),
  refusals: {},
})

/** Entries that come from nowhere and bans without a game, for tests of the market alone. */
const testFeature: Feature = {
  name: 'marketTest',
  documents: [],
  queries: [],
  commands: [
    implement(give, (context, { account, id, species, growth, skin }) => {
      const why = { operation: context.newId(), cause: 'grant', subject: null, by: 'test', byHub: true } as const
      const held = context as unknown as EntryContext & SkinContext
      if (skin === null) addEntry(held, account, { id, source: 'grown', species, growth }, why)
      else addSkin(held, account, { id, source: 'shop', species, skin, colours: null, tradableAt: null }, why)
      return {}
    }),
    implement(use, (context, { account, id }) => {
      const why = { operation: context.newId(), cause: 'setFree', by: account } as const
      consumeEntry(context as unknown as EntryContext, account, id, null, why)
      return {}
    }),
    implement(age, ({ edit }, { account, id }) => {
      const own = edit(inventory, account).dinosaurs[id]
      if (own) own.skinPaidBy = null
      for (const one of Object.values(edit(marketPast, account).past)) if (one.entry === id) one.skinPaidBy = null
      return {}
    }),
    implement(ban, ({ edit, now }, { player, until, isBanned }) => {
      const { bans: held } = edit(bans, 'main')
      if (isBanned)
        held[player] = bans.schema.parse({
          bans: { one: { name: player, by: 'olga', byName: 'Olga', at: now, until } },
        }).bans.one as (typeof held)[string]
      else delete held[player]
      return {}
    }),
  ],
}

/** A hub with all features, an owner called Olga, and users with currency and dinosaurs. */
export async function openMarket({ memory = createMemoryStorage(), clock = createTestClock() } = {}) {
  const app = await openApp([...allFeatures, testFeature], { memory, clock })
  const { hub, dispatch } = app
  let players = 0
  const feeNow = (price: number) => feeOf(hub.read(economySettings).market, price)
  const listed = (who: string): readonly Listing[] => Object.values(hub.read(listings, who).open)
  const ask = (who: string, command: { readonly name: string }, input: object, id = freshId(clock.now())) =>
    dispatch(person(who), command.name, input, id)
  return {
    ...app,
    ask,
    feeNow,
    listed,
    /** Currency of both kinds of the market. */
    async join(who: string, amount = 0) {
      players += 1
      const steamId = `7656119800000${String(players).padStart(4, '0')}`
      await ensureAccount(hub, clock.now(), { account: who, name: who, steamId })
      if (amount > 0)
        for (const currency of ['razorTalons', 'sylvanShards'] as const)
          await dispatch(owner, addCurrency.name, { target: who, amount, currency })
    },
    /** A dinosaur, or a skin for one. */
    give: (
      account: string,
      id: string,
      species = 'Carnotaurus',
      { growth = null as number | null, skin = null as string | null } = {},
    ) => hub.execute('test', give.name, { account, id, species, growth, skin }),
    use: (account: string, id: string) => hub.execute('test', use.name, { account, id }),
    age: (account: string, id: string) => hub.execute('test', age.name, { account, id }),
    setBan: (who: string, isBanned: boolean, until: number | null = null) =>
      hub.execute('test', ban.name, { player: hub.read(accountKind, who).steamId ?? '', until, isBanned }),
    /** By default with the fee that is asked now. */
    list: (who: string, id: string, price: number, { kind = 'dinosaur' as ListedKind, fee = feeNow(price) } = {}) =>
      ask(who, commands.openListing, { item: { kind, id }, price, fee }),
    /** The listing of an entry. */
    listingOf: (seller: string, entry: string) => listed(seller).find((one) => one.entry === entry)?.id ?? 'none',
    buy: (who: string, seller: string, listing: string, price: number, id?: ReturnType<typeof freshId>) =>
      ask(who, commands.buyListing, { seller, listing, price }, id),
    withdraw: (who: string, listing: string) => ask(who, commands.withdrawListing, { listing }),
    settings: (market: Partial<MarketSettings>) =>
      dispatch(owner, changeEconomySettings.name, { market: { ...hub.read(economySettings).market, ...market } }),
    /** Everything is traded at once, and no limits of gifts are in the way. */
    async free() {
      const trades = { fromHours: 0, perHour: 0, hoursPerDinosaur: 0 }
      const market = { ...hub.read(economySettings).market, resaleLockHours: 0 }
      await dispatch(owner, changeEconomySettings.name, { trades, market })
    },
    /** By the owner. */
    undo: (sale: object) => dispatch(owner, commands.reverseSale.name, { reason: 'a mistake', ...sale }),
    erase: (who: string) => dispatch(inSession(person(who)), eraseMe.name, { confirm: who }),
    search: (input: object = {}, who: string | null = null) =>
      hub.query(who === null ? guest : person(who), { name: searchMarket.name, input }),
    balanceOf: (who: string, currency: Currency = 'razorTalons') => hub.read(wallet, who)[currency],
    entriesOf: (who: string) => hub.read(inventory, who).dinosaurs,
    skinsOf: (who: string) => hub.read(ownedSkins, who).skins,
    pastOf: (who: string) => Object.values(hub.read(marketPast, who).past),
    async restart() {
      await hub.close()
      return openMarket({ memory, clock })
    },
    /** What is wrong with the money, the dinosaurs and the skins of the hub. */
    problems: async () => [
      ...(await moneyProblems(hub, memory.storage)),
      ...(await dinosaurProblems(hub, memory.storage)),
      ...(await skinProblems(hub, memory.storage)),
    ],
  }
}
export type OpenMarket = Awaited<ReturnType<typeof openMarket>>
