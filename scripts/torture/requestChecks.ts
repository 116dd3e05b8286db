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
import { expectationOf } from './expectations.ts'
import type { Change, Input, RequestModel, Timeline } from './requestModel.ts'

type Row = RowOf<typeof ledger>

const valueAt = (timeline: Timeline, key: string, seq: number) =>
  timeline.get(key)?.findLast(([from]) => from <= seq)?.[1]
const add = (timeline: Timeline, key: string, seq: number, value: number) =>
  timeline.set(key, [...(timeline.get(key) ?? []), [seq, value]])

/** What the auditor knows of each moment: balances, prices, grants and rewards, from commands and rows, not from documents. */
export function createRequestModel(money: MoneyBooks, report: (problem: string) => void) {
  const balances: Timeline = new Map()
  const running: Timeline = new Map()
  const model: RequestModel = {
    report,
    grants: new Map(),
    undone: new Map(),
    rewards: new Set(),
    prices: new Map(),
    limits: { offAt: null },
    listings: new Map(),
    bought: new Map(),
    dressed: new Map(),
    worn: new Map(),
    same: new Map(),
    sales: new Map(),
    balance: (account, currency, seq) => valueAt(balances, `${account} ${currency}`, seq) ?? 0,
    price: (item, seq) => valueAt(model.prices, item, seq) ?? itemNamed(item)?.basePrice,
    isUndone: (operation, seq) => (model.undone.get(operation) ?? Number.POSITIVE_INFINITY) <= seq,
    running: (account, seq) => valueAt(running, account, seq) ?? 0,
  }
  return {
    ...model,
    /** An entry and its rows of the ledger: it moved what it may, and as much as it says. */
    take(entry: Entry, rows: readonly Row[]) {
      if (entry.refused) return
      const expectation = expectationOf(entry.command)
      for (const { operation, entries } of rows)
        for (const { account } of entries)
          if (!/^(player|other)$/.test(account) && !expectation?.moves?.test(account))
            report(`${entry.command} moved currency of ${account} (${operation})`)
      checkEarned(rows, model)
      const changes = expectation?.balances?.(entry, model)
      if (changes) compareChanges(changes, rows, entry.command, report)
      else if (changes === undefined && !expectation?.moves && rows.length > 0)
        report(`${entry.command} moved currency, which it may not`)
      for (const account of rows.flatMap(({ player, other }) => [player, other]))
        for (const currency of account ? currencies : [])
          add(balances, `${account} ${currency}`, entry.seq, money.sumOf(`wallet:${account}`, currency))
    },
    /** The redemptions of an account after an entry. */
    note(seq: number, id: DocumentId, value: { readonly entries?: Readonly<Record<string, Redemption>> } | undefined) {
      if (kindOf(id) !== 'redemptions') return
      const open = Object.values(value?.entries ?? {}).filter(({ state }) => state !== 'done' && state !== 'released')
      add(running, keyOf(id), seq, open.length)
    },
  }
}

/** Each achievement is paid once to each account. */
function checkEarned(rows: readonly Row[], { rewards, report }: RequestModel) {
  for (const { cause, player, subject } of rows) {
    if (cause !== 'achievement') continue
    const key = `${player} ${cause} ${subject}`
    if (rewards.has(key)) report(`${player} was paid the achievement ${subject} twice`)
    rewards.add(key)
  }
}

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
    if (!isAllowed) return [`${label}, which is not an answer to it: ${answer.message}`]
    const from = Math.max(0, ...done.filter((other) => other.answeredAt < sentAt).map(({ seq }) => seq))
    const to = Math.min(last, ...done.filter((other) => other.sentAt > answeredAt).map(({ seq }) => seq - 1))
    for (let seq = from; seq <= Math.max(from, to); seq += 1)
      if (isAllowed(one.input as Input, { account, model, seq })) return []
    return [`${label}, and that was not so at any entry from ${from} to ${to}`]
  })
}
