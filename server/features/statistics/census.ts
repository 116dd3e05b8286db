import { keyOf, kindOf } from '../../../shared/engine/document.ts'
import { mainServer } from '../../../shared/engine/ids.ts'
import { account } from '../../../shared/features/account/account.ts'
import { playRecord } from '../../../shared/features/play/playRecord.ts'
import { reportCensus } from '../../../shared/features/statistics/commands.ts'
import {
  asleepDays,
  type Census,
  census,
  dayMs,
  runningSums,
  walletDays,
} from '../../../shared/features/statistics/sums.ts'
import { type Wallet, wallet } from '../../../shared/features/wallet/wallet.ts'
import { type Currency, currencies } from '../../../shared/features/world/currencies.ts'
import { type Clock, every } from '../../engine/clock.ts'
import type { Hub } from '../../engine/hub.ts'

const firstAfterMs = 3_000
const everyMs = 10 * 60_000
/** At most this many documents are looked at in one turn. */
const mostAtOnce = 1_000

interface CensusDeps {
  readonly hub: Pick<Hub, 'read' | 'execute' | 'journaledIds' | 'onPublish'>
  readonly clock: Clock
  /** Whether the hub is a demo: demo accounts and real ones are kept apart. */
  readonly isDemo: boolean
  readonly onFault: (what: string, error: unknown) => void
}

/**
 * Looks through all wallets and accounts every ten minutes, some at a time: who is richest, what is asleep and the oldest hold are not sums that
 * could be kept up with each change. On a hub that had no currency at the last look it looks again soon after the first.
 */
export function startCensus({ hub, clock, isDemo, onFault }: CensusDeps) {
  let isStopped = false
  /** Made since the last look. */
  let since = { accounts: 0, players: 0 }
  const look = async () => {
    since = { accounts: 0, players: 0 }
    const found = await countAll(hub, clock.now(), isDemo, () => isStopped)
    if (found) await hub.execute('statistics', reportCensus.name, found)
  }
  const run = () => look().catch((error: unknown) => onFault(reportCensus.name, error))
  let cancelNext: (() => void) | null = null
  const lookSoon = () => {
    cancelNext ??= clock.after(firstAfterMs, () => {
      cancelNext = null
      void run()
    })
  }
  lookSoon()
  const stopRepeating = every(clock, () => everyMs, run)
  const stopListening = hub.onPublish((published) => {
    for (const { id, version } of published) {
      if (kindOf(id) === wallet.kind && hub.read(census).wallets === 0) lookSoon()
      if (version !== 1) continue
      if (kindOf(id) === account.kind && hub.read(account, keyOf(id)).demo === isDemo) since.accounts += 1
      if (kindOf(id) === playRecord.kind) since.players += 1
    }
  })
  return {
    /** Of the last look, with those who came since; null before the first. */
    people() {
      const { at, accounts, players } = hub.read(census)
      return at === null ? null : { accounts: accounts + since.accounts, players: players + since.players }
    },
    stop() {
      isStopped = true
      cancelNext?.()
      stopRepeating()
      stopListening()
    },
  }
}

type Reads = Pick<Hub, 'read' | 'journaledIds'>

/** Null if it was stopped. Wallets are those of all accounts, as the supply of currency is. @param now epoch ms */
export async function countAll(
  hub: Reads,
  now: number,
  isDemo: boolean,
  isStopped: () => boolean = () => false,
): Promise<Census | null> {
  const people = { accounts: 0, players: 0 }
  const wallets = createWalletCount(hub, now)
  let looked = 0
  for (const id of hub.journaledIds()) {
    const [kind, key] = [kindOf(id), keyOf(id)]
    if (kind === account.kind && isAccount(hub, key, isDemo)) people.accounts += 1
    else if (kind === playRecord.kind && hub.read(playRecord, key).firstSeenAt !== null) people.players += 1
    else if (kind === wallet.kind) wallets.add(key, hub.read(wallet, key))
    looked += 1
    if (looked % mostAtOnce === 0) await new Promise((resolve) => setImmediate(resolve))
    if (isStopped()) return null
  }
  return { at: now, ...people, ...wallets.found() }
}

function isAccount({ read }: Pick<Hub, 'read'>, id: string, isDemo: boolean) {
  const { createdAt, demo } = read(account, id)
  return createdAt !== 0 && demo === isDemo
}

function createWalletCount(hub: Pick<Hub, 'read'>, now: number) {
  const { firstAt } = hub.read(runningSums, mainServer)
  const today = Math.floor(now / dayMs)
  /** Before that it is not known of every wallet when it moved. */
  const isKnown = firstAt !== null && now - firstAt >= asleepDays * dayMs
  const amounts: Record<Currency, number[]> = { voidPearls: [], razorTalons: [], sylvanShards: [] }
  const asleep: Record<Currency, number> = { voidPearls: 0, razorTalons: 0, sylvanShards: 0 }
  let [wallets, holds] = [0, 0]
  let oldestHold: Census['oldestHold'] = null
  return {
    add(id: string, own: Readonly<Wallet>) {
      const days = hub.read(walletDays, id)
      const held = Object.values(own.holds)
      let isEmpty = true
      for (const currency of currencies) {
        const amount = held.reduce((sum, hold) => (hold.currency === currency ? sum + hold.amount : sum), own[currency])
        if (amount === 0) continue
        isEmpty = false
        amounts[currency].push(amount)
        if (today - days[currency] > asleepDays) asleep[currency] += amount
      }
      if (!isEmpty) wallets += 1
      holds += held.length
      for (const { placedAt, cause, currency, amount, item } of held)
        if (oldestHold === null || placedAt < oldestHold.at)
          oldestHold = { at: placedAt, cause, currency, amount, item }
    },
    found: (): Pick<Census, 'wallets' | 'holds' | 'oldestHold' | 'byCurrency'> => ({
      wallets,
      holds,
      oldestHold,
      byCurrency: Object.fromEntries(
        currencies.map((currency) => [
          currency,
          { asleep: isKnown ? asleep[currency] : null, richestShare: richestShareOf(amounts[currency]) },
        ]),
      ),
    }),
  }
}

/** Percent of all that the richest hundredth has, at least one of them; null where nobody has anything. One decimal. */
export function richestShareOf(amounts: readonly number[]): number | null {
  const sorted = Float64Array.from(amounts).sort()
  const total = sorted.reduce((sum, amount) => sum + amount, 0)
  if (total === 0) return null
  const richest = sorted.subarray(sorted.length - Math.ceil(sorted.length / 100))
  return Math.round((richest.reduce((sum, amount) => sum + amount, 0) / total) * 1_000) / 10
}
