import { isDeepStrictEqual } from 'node:util'
import type { Entry } from '../../server/engine/entry.ts'
import type { RowOf } from '../../shared/engine/archive.ts'
import type { DocumentId } from '../../shared/engine/document.ts'
import { keyOf, kindOf } from '../../shared/engine/document.ts'
import { engineRefusals } from '../../shared/engine/refusals.ts'
import { itemNamed } from '../../shared/features/catalogue/catalogue.ts'
import type { ledger } from '../../shared/features/ledger/ledger.ts'
import type { Redemption } from '../../shared/features/redemptions/redemption.ts'
import { currencies } from '../../shared/features/world/currencies.ts'
import type { MoneyBooks } from './books.ts'
import type { RepeatedCall, SentCommand } from './evidence.ts'

type Row = RowOf<typeof ledger>

/** What is known of commands of one name. Whatever is not here may neither move currency nor be sent by a user of these runs. */
interface Expectation {
  /** The accounts of the house, and holds, that rows of the command may name. */
  readonly moves?: RegExp
  /** The changes of balances that an accepted command means; null where they depend on what the game did. */
  readonly balances?: (entry: Entry, model: RequestModel) => readonly Change[] | null
  /** Refusals of its own that are allowed, and when. */
  readonly refusals?: Readonly<Record<string, (input: Input, moment: Moment) => boolean>>
}
interface Change {
  readonly account: string
  readonly currency: string
  readonly amount: number
}
// The fields of inputs and outputs that the auditor reads.
interface Input {
  readonly item?: string
  readonly price?: number
  readonly amount?: number
  readonly account?: string
  readonly operation?: string
  readonly changes?: Readonly<Record<string, { readonly price?: number }>>
}
interface Output {
  readonly price?: number
  readonly player?: { readonly account: string }
  readonly operation?: string
  readonly paid?: readonly { readonly cause: string; readonly currency: string; readonly amount: number }[]
}

/** What a request could meet after one entry of the journal. */
interface Moment {
  readonly account: string
  readonly model: RequestModel
  readonly seq: number
}

const always = () => true
const pearls = 'voidPearls'
const tooPoor = ({ price = 0 }: Input, { account, model, seq }: Moment) => model.balance(account, seq) < price
const repriced = ({ item = '', price }: Input, { model, seq }: Moment) => model.price(item, seq) !== price
const isRunning = (_: Input, { account, model, seq }: Moment) => model.running(account, seq) > 0
const anyOf = (...codes: readonly string[]) => Object.fromEntries(codes.map((code) => [code, always]))
/** Where the player stands in the game is not the auditor's to know. */
const inTheGame = anyOf('noReading', 'notInGame', 'dead', 'notYoung', 'playsGrown', 'healthy', 'grown', 'notLinked')
const orders = anyOf('full', 'tooManyOpen', 'tooMany', 'noTarget', 'unknownPlayer', 'byHand', 'otherPlayer')
const waiting = anyOf('weatherRuns', 'weatherWaits', 'noMutation', 'tooSoon')
const moved = anyOf('gone', 'moved', 'changed', 'notUnknown', 'notManual', 'ended', 'noLink', 'tooLate')

const expected: Readonly<Record<string, Expectation>> = {
  'shop.buy': {
    moves: /^sink:shop$/,
    balances({ actor, input, output, seq }, model) {
      const { item = '', price = 0 } = input as Input
      if (price !== model.price(item, seq - 1) || (output as Output).price !== price)
        model.report(`${actor} bought ${item} for ${price}, and it cost ${model.price(item, seq - 1)}`)
      return [{ account: actor, currency: pearls, amount: -price }]
    },
    refusals: { tooPoor, repriced },
  },
  'ledger.addCurrency': {
    moves: /^faucet:staffGrant$/,
    balances({ input, output }, model) {
      const account = (output as Output).player?.account ?? ''
      const { amount = 0 } = input as Input
      model.grants.set((output as Output).operation ?? '', { account, currency: pearls, amount })
      return [{ account, currency: pearls, amount }]
    },
    refusals: anyOf('noAccount', 'unknownPlayer'),
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
      tooPoor: ({ operation = '', account = '' }, { model, seq }) =>
        model.balance(account, seq) < (model.grants.get(operation)?.amount ?? 0),
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
  'redemptions.cancel': { moves: /^hold:/, refusals: anyOf('gone', 'begun', 'byHand') },
  'erasure.eraseMe': { moves: /^(hold:|closed$)/, refusals: anyOf('notConfirmed', 'notASession') },
  'catalogue.changeItems': {
    balances: ({ input, seq }, model) => {
      for (const [item, { price }] of Object.entries((input as Input).changes ?? {}))
        if (price !== undefined) model.prices.set(item, [...(model.prices.get(item) ?? []), [seq, price]])
      return []
    },
  },
  'account.unlink': { refusals: anyOf('notLinked', 'last') },
}
/** They end what is held, as it was in the game. */
const ofDeliveries: Expectation = { moves: /^(hold:|sink:redemption$)/ }
const ofStaff: Expectation = { ...ofDeliveries, refusals: { ...moved, ...orders } }
const staffActs = ['drop', 'sendNow', 'settle', 'markDone'].map((name) => `deliveries.${name}`)

function expectationOf(command: string): Expectation | undefined {
  if (Object.hasOwn(expected, command)) return expected[command]
  if (staffActs.includes(command)) return ofStaff
  return command.startsWith('deliveries.') ? ofDeliveries : undefined
}

type Timeline = Map<string, (readonly [seq: number, value: number])[]>
const valueAt = (timeline: Timeline, key: string, seq: number) =>
  timeline.get(key)?.findLast(([from]) => from <= seq)?.[1]
const add = (timeline: Timeline, key: string, seq: number, value: number) =>
  timeline.set(key, [...(timeline.get(key) ?? []), [seq, value]])

/** What the auditor knows of each moment: balances, prices, grants and rewards, from commands and rows, not from documents. */
export function createRequestModel(money: MoneyBooks, report: (problem: string) => void) {
  const balances: Timeline = new Map()
  const running: Timeline = new Map()
  const model = {
    report,
    grants: new Map<string, Change>(),
    undone: new Map<string, number>(),
    rewards: new Set<string>(),
    prices: new Map() as Timeline,
    balance: (account: string, seq: number) => valueAt(balances, account, seq) ?? 0,
    price: (item: string, seq: number) => valueAt(model.prices, item, seq) ?? itemNamed(item)?.basePrice,
    isUndone: (operation: string, seq: number) => (model.undone.get(operation) ?? Number.POSITIVE_INFINITY) <= seq,
    running: (account: string, seq: number) => valueAt(running, account, seq) ?? 0,
    /** An entry and its rows of the ledger: it moved what it may, and as much as it says. */
    take(entry: Entry, rows: readonly Row[]) {
      if (entry.refused) return
      const expectation = expectationOf(entry.command)
      for (const { operation, entries } of rows)
        for (const { account } of entries)
          if (!/^(player|other)$/.test(account) && !expectation?.moves?.test(account))
            report(`${entry.command} moved currency of ${account} (${operation})`)
      const changes = expectation?.balances?.(entry, model)
      if (changes) compareChanges(changes, rows, entry.command, report)
      else if (changes === undefined && !expectation?.moves && rows.length > 0)
        report(`${entry.command} moved currency, which it may not`)
      for (const account of rows.flatMap(({ player, other }) => [player, other]))
        if (account) add(balances, account, entry.seq, money.sumOf(`wallet:${account}`, pearls))
    },
    /** The redemptions of an account after an entry. */
    note(seq: number, id: DocumentId, value: { readonly entries?: Readonly<Record<string, Redemption>> } | undefined) {
      if (kindOf(id) !== 'redemptions') return
      const open = Object.values(value?.entries ?? {}).filter(({ state }) => state !== 'done' && state !== 'released')
      add(running, keyOf(id), seq, open.length)
    },
  }
  return model
}
export type RequestModel = ReturnType<typeof createRequestModel>

function compareChanges(
  changes: readonly Change[],
  rows: readonly Row[],
  command: string,
  report: (problem: string) => void,
) {
  const left = new Map<string, number>()
  const put = (key: string, amount: number) => left.set(key, (left.get(key) ?? 0) + amount)
  for (const { account, currency, amount } of changes) put(`${account} ${currency}`, amount)
  for (const { player, other, entries } of rows)
    for (const { account, currency, amount } of entries) {
      const owner = account === 'player' ? player : account === 'other' ? other : null
      if (owner !== null && currencies.includes(currency)) put(`${owner} ${currency}`, -amount)
    }
  for (const [key, amount] of left) if (amount !== 0) report(`${command} left ${key} ${amount} short of what it means`)
}

/** A repeated id gets its first answer; with other contents it is refused, and never gets the answer of another command. */
export function checkRepeats(repeats: readonly RepeatedCall[]): string[] {
  return repeats.flatMap(({ page, contents, first, answer }) => {
    if (
      answer === null ||
      (!answer.ok && answer.code !== 'otherContents' && Object.hasOwn(engineRefusals, answer.code))
    )
      return []
    const isRight = contents === 'same' ? isDeepStrictEqual(answer, first.answer) : !answer.ok
    const label = `${page}: ${first.name} ${first.commandId}, sent again with ${contents === 'same' ? 'the same' : 'other'} contents`
    return isRight ? [] : [`${label}, was answered ${JSON.stringify(answer)} after ${JSON.stringify(first.answer)}`]
  })
}

/**
 * Each refusal was allowed at a moment between its sending and its answer: nothing was refused for a reason that did not hold then. An
 * answer that says nothing about the request, as of a store that is away, is always allowed.
 */
export function checkRequests(commands: readonly SentCommand[], model: RequestModel): string[] {
  const done = commands.flatMap(({ sentAt, answeredAt, answer }) =>
    answer?.ok && answeredAt !== null ? [{ sentAt, answeredAt, seq: answer.seq }] : [],
  )
  const last = Math.max(0, ...done.map(({ seq }) => seq)) + 1_000
  return commands.flatMap((one) => {
    const { answer, answeredAt, account, sentAt, name, page } = one
    const expectation = expectationOf(name)
    if (!expectation?.refusals || !answer || answer.ok || answeredAt === null) return []
    if (Object.hasOwn(engineRefusals, answer.code) || answer.code === 'unknown') return []
    const label = `${page}: ${name} ${one.commandId} ${JSON.stringify(one.input)} was refused (${answer.code})`
    const isAllowed = expectation.refusals?.[answer.code]
    if (!isAllowed) return [`${label}, which is no answer to it: ${answer.message}`]
    const from = Math.max(0, ...done.filter((other) => other.answeredAt < sentAt).map(({ seq }) => seq))
    const to = Math.min(last, ...done.filter((other) => other.sentAt > answeredAt).map(({ seq }) => seq - 1))
    for (let seq = from; seq <= Math.max(from, to); seq += 1)
      if (isAllowed(one.input as Input, { account, model, seq })) return []
    return [`${label}, and that was not so at any entry from ${from} to ${to}`]
  })
}
