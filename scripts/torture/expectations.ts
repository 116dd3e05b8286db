import { ledger } from '../../shared/features/ledger/ledger.ts'
import { skinHistory } from '../../shared/features/skins/ownedSkins.ts'
import { marketExpectations } from './marketExpectations.ts'
import type { Expectation, Input, Moment, RequestModel } from './requestModel.ts'

interface Output {
  readonly entry?: string
  readonly id?: string
  readonly price?: number
  readonly player?: { readonly account: string }
  readonly operation?: string
  readonly paid?: readonly { readonly cause: string; readonly currency: string; readonly amount: number }[]
}

const always = () => true
const pearls = 'voidPearls'
/** Of the one that users buy here. */
const skinPrice = 500
const tooPoor = ({ price = 0 }: Input, { account, model, seq }: Moment) => model.balance(account, pearls, seq) < price
const repriced = ({ item = '', price }: Input, { model, seq }: Moment) => model.price(item, seq) !== price
const noteBought = ({ entry, id, operation = '' }: Output, price: number, { bought }: RequestModel) =>
  bought.set(operation, { thing: entry ?? id ?? '', price })
const isRunning = (_: Input, { account, model, seq }: Moment) => model.running(account, seq) > 0
const anyOf = (...codes: readonly string[]) => Object.fromEntries(codes.map((code) => [code, always]))
/** The auditor does not know where the player is in the game. */
const inTheGame = anyOf('noReading', 'notInGame', 'dead', 'notYoung', 'playsGrown', 'healthy', 'grown', 'notLinked')
const orders = anyOf(
  'full',
  'tooManyOpen',
  'tooMany',
  'noTarget',
  'unknownPlayer',
  'notReadYet',
  'byHand',
  'otherPlayer',
)
const waiting = anyOf('weatherRuns', 'weatherWaits', 'noMutation', 'tooSoon')
const moved = anyOf('gone', 'moved', 'changed', 'notUnknown', 'notManual', 'ended', 'noLink', 'tooLate')

const expected: Readonly<Record<string, Expectation>> = {
  'shop.buy': {
    moves: /^sink:shop$/,
    balances({ actor, input, output, seq }, model) {
      const { item = '', price = 0 } = input as Input
      if (price !== model.price(item, seq - 1) || (output as Output).price !== price)
        model.report(`${actor} bought ${item} for ${price}, and it cost ${model.price(item, seq - 1)}`)
      noteBought(output as Output, price, model)
      return [{ account: actor, currency: pearls, amount: -price }]
    },
    refusals: { tooPoor, repriced },
  },
  'ledger.addCurrency': {
    moves: /^faucet:staffGrant$/,
    balances({ input, output }, model) {
      const account = (output as Output).player?.account ?? ''
      const { amount = 0, currency = pearls } = input as Input
      model.grants.set((output as Output).operation ?? '', { account, currency, amount })
      return [{ account, currency, amount }]
    },
    refusals: anyOf('noAccount', 'unknownPlayer', 'notReadYet'),
  },
  'ledger.reverseGrant': {
    moves: /^faucet:staffGrant$/,
    balances({ input, seq }, model) {
      const { operation = '' } = input as Input
      const grant = model.grants.get(operation)
      if (!grant || model.isUndone(operation, seq - 1)) model.report(`${operation} was undone, and it could not be`)
      model.undone.set(operation, seq)
      return grant ? [{ ...grant, amount: -grant.amount }] : []
    },
    refusals: {
      gone: always,
      reversed: ({ operation = '' }, { model, seq }) => model.isUndone(operation, seq),
      tooPoor({ operation = '', account = '' }, { model, seq }) {
        const { currency = pearls, amount = 0 } = model.grants.get(operation) ?? {}
        return model.balance(account, currency, seq) < amount
      },
    },
  },
  'economy.visit': {
    moves: /^faucet:(dailyBonus|welcomeGrant)$/,
    balances({ actor, at, output }, model) {
      const { paid = [] } = output as Output
      for (const { cause } of paid) {
        const key = `${actor} ${cause} ${new Date(at).toISOString().slice(0, 10)}`
        if (model.rewards.has(key)) model.report(`${actor} got the ${cause} of a day twice`)
        model.rewards.add(key)
      }
      return paid.map(({ currency, amount }) => ({ account: actor, currency, amount }))
    },
    refusals: anyOf('notAPage'),
  },
  // What is earned is the hub's to know: each is paid once (checkEarned).
  'achievements.update': { moves: /^faucet:achievement$/, balances: () => null },
  'redemptions.redeemItem': {
    moves: /^hold:/,
    balances({ actor, input, seq }, model) {
      const { item = '', price = 0 } = input as Input
      if (price !== model.price(item, seq - 1)) model.report(`${actor} redeemed ${item} for ${price}`)
      return [{ account: actor, currency: pearls, amount: -price }]
    },
    refusals: { ...inTheGame, ...orders, ...waiting, tooPoor, repriced, running: isRunning, unsettled: isRunning },
  },
  'redemptions.redeemOwned': {
    refusals: {
      ...inTheGame,
      ...orders,
      ...waiting,
      gone: always,
      locked: always,
      running: isRunning,
      unsettled: isRunning,
    },
  },
  'redemptions.cancel': { moves: /^hold:/, refusals: anyOf('gone', 'begun', 'byHand', 'tooOften') },
  'skins.buy': {
    moves: /^sink:skin$/,
    balances({ actor, input, output }, model) {
      const { price = 0 } = input as Input
      noteBought(output as Output, price, model)
      return [{ account: actor, currency: pearls, amount: -price }]
    },
    refusals: { ...anyOf('notOffered', 'dayFull'), tooPoor, repriced: ({ price }) => price !== skinPrice },
  },
  'skins.dress': {
    moves: /^sink:skin$/,
    balances({ actor, input, archive }, model) {
      const { price = 0, dinosaur = '' } = input as Input & { readonly dinosaur?: string }
      const kept = archive.find(({ kind }) => kind === skinHistory.kind)
      if (kept) model.worn.set(`${actor} ${dinosaur}`, skinHistory.schema.parse(kept.row).entry)
      const paid = archive.find(({ kind }) => kind === ledger.kind)
      if (!paid) return []
      const { operation } = ledger.schema.parse(paid.row)
      noteBought({ operation, entry: dinosaur }, price, model)
      model.dressed.set(operation, actor)
      return [{ account: actor, currency: pearls, amount: -price }]
    },
    refusals: {
      ...anyOf('gone', 'locked', 'worn', 'notOffered', 'dayFull'),
      tooPoor,
      repriced: ({ price }) => price !== skinPrice && price !== 0,
    },
  },
  'skins.apply': {
    moves: /^hold:/,
    refusals: {
      ...inTheGame,
      ...orders,
      ...anyOf('noSuchSkin', 'skinHeld', 'otherSpecies', 'otherSkin', 'dayFull', 'tooSoon'),
      tooPoor,
      repriced: ({ price }) => price !== skinPrice,
      running: isRunning,
      unsettled: isRunning,
    },
  },
  'erasure.eraseMe': {
    moves: /^(hold:|closed$)/,
    balances({ actor, seq }, model) {
      for (const one of model.listings.values()) if (one.seller === actor && one.closedAt === null) one.closedAt = seq
      return null
    },
    refusals: anyOf('notConfirmed', 'notASession'),
  },
  'catalogue.changeItems': {
    balances: ({ input, seq }, model) => {
      for (const [item, { price }] of Object.entries((input as Input).changes ?? {}))
        if (price !== undefined) model.prices.set(item, [...(model.prices.get(item) ?? []), [seq, price]])
      return []
    },
  },
  ...marketExpectations,
  'account.unlink': { refusals: anyOf('notLinked', 'last') },
}
/** They end what is held, as it was in the game. */
const ofDeliveries: Expectation = { moves: /^(hold:|sink:(redemption|skin)$)/ }
const ofStaff: Expectation = { ...ofDeliveries, refusals: { ...moved, ...orders } }
const staffActs = ['drop', 'sendNow', 'settle', 'markDone'].map((name) => `deliveries.${name}`)

export function expectationOf(command: string): Expectation | undefined {
  if (Object.hasOwn(expected, command)) return expected[command]
  if (staffActs.includes(command)) return ofStaff
  return command.startsWith('deliveries.') ? ofDeliveries : undefined
}
