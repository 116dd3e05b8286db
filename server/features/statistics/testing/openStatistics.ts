import { z } from 'zod'
import { defineCommand } from '../../../../shared/engine/command.ts'
import { mainServer } from '../../../../shared/engine/ids.ts'
import { backups, backupsKey } from '../../../../shared/features/backups/backups.ts'
import { catalogue } from '../../../../shared/features/catalogue/catalogue.ts'
import { catalogueAudit } from '../../../../shared/features/catalogue/edits.ts'
import { donationHistory, donationSums } from '../../../../shared/features/donations/donations.ts'
import { gameHost } from '../../../../shared/features/gameHost/gameHost.ts'
import { fightRecord, logLink } from '../../../../shared/features/gameLog/gameLog.ts'
import { moneyRefusals } from '../../../../shared/features/ledger/commands.ts'
import { payments } from '../../../../shared/features/ledger/ledger.ts'
import { usualPrices } from '../../../../shared/features/market/usualPrice.ts'
import { recordPlay } from '../../../../shared/features/play/commands.ts'
import { server } from '../../../../shared/features/server/server.ts'
import { daySums, hourSums, runningSums, type Sums } from '../../../../shared/features/statistics/sums.ts'
import { currencies } from '../../../../shared/features/world/currencies.ts'
import type { Feature } from '../../../engine/feature.ts'
import { implement, type Rule } from '../../../engine/rule.ts'
import { createTestClock } from '../../../testing/clock.ts'
import { person } from '../../../testing/principals.ts'
import { followMoney, type MoneyTotals } from '../../ledger/conservation.ts'
import { holdCurrency, refund } from '../../ledger/holds.ts'
import { faucet, move as moved, sink, walletOf } from '../../ledger/operation.ts'
import { post } from '../../ledger/post.ts'
import { openLedger } from '../../ledger/testing/openLedger.ts'
import { patronsFeature } from '../../patrons/feature.ts'
import { statisticsFeature } from '../feature.ts'
import { addSums, asPartOfDay } from '../sums.ts'
import { type CommandCounts, startStatistics } from '../worker.ts'

/** What other features and the game bring about. */
const see = defineCommand({
  name: 'given.see',
  permission: 'hub',
  input: z.object({
    isLinkUp: z.boolean().optional(),
    isWithoutGame: z.boolean().optional(),
    isConnecting: z.boolean().optional(),
    playerCount: z.int().nullable().optional(),
    kills: z.record(z.string(), z.int()).optional(),
    backup: z.unknown().optional(),
    hostState: z.enum(['running', 'offline']).nullable().optional(),
    isHostLost: z.boolean().optional(),
  }),
  output: z.object({}),
  refusals: {},
})
const seeIt: Rule<typeof see> = ({ edit, now }, { isLinkUp, playerCount, kills = {}, ...more }) => {
  const { backup, hostState, isHostLost = false, isWithoutGame = false, isConnecting = false } = more
  const status = edit(server, mainServer)
  if (isLinkUp !== undefined) status.link = { name: isLinkUp ? 'up' : 'down', since: now, why: null }
  if (isWithoutGame) status.link = { name: 'none', since: now, why: null }
  if (isConnecting) {
    status.link = { name: 'connecting', since: now, why: null }
    Object.assign(edit(gameHost, mainServer), { adapter: 'panel', link: 'connecting' })
  }
  if (playerCount !== undefined) status.playerCount = playerCount
  for (const [player, count] of Object.entries(kills)) edit(fightRecord, player).kills = count
  if (backup) Object.assign(edit(backups, backupsKey), backup)
  if (hostState !== undefined) {
    const reading = {
      readAt: now,
      state: hostState,
      uptimeMs: 60_000,
      cpuPercent: 40,
      memoryBytes: null,
      diskBytes: null,
    }
    Object.assign(edit(gameHost, mainServer), { adapter: 'panel', link: 'up', reading })
  }
  if (isHostLost) edit(gameHost, mainServer).link = 'down'
  return {}
}
/** Currency moves, as features that pay and sell move it. */
const move = defineCommand({
  name: 'given.move',
  permission: 'hub',
  input: z.object({
    does: z.enum(['earn', 'buy', 'gift', 'hold', 'refund']),
    who: z.string(),
    other: z.string(),
    currency: z.enum(currencies),
    amount: z.int(),
    item: z.string().default(''),
  }),
  output: z.object({}),
  refusals: moneyRefusals,
})
const moveIt: Rule<typeof move> = (context, { does, who, other, currency, amount, item }) => {
  const id = context.newId()
  const price = { currency, amount }
  const said = { id, by: 'given', byHub: true }
  if (does === 'hold') {
    holdCurrency(context, { id, player: who, price, cause: 'redemption', subject: null, by: 'given', item })
    return {}
  }
  if (does === 'refund') {
    // The first payment for this that was not refunded before.
    for (const [original, paid] of Object.entries(context.read(payments, who).latest)) {
      if (paid.item !== item || paid.currency !== currency) continue
      const back = { player: who, price: { currency, amount: paid.amount }, original, cause: paid.cause, item }
      if (refund(context, { ...back, by: 'given', byHub: true }) !== null) break
    }
    return {}
  }
  const way = {
    earn: { cause: 'trivia', entries: moved(faucet('trivia'), walletOf(who), currency, amount) },
    buy: { cause: 'shop', item, entries: moved(walletOf(who), sink('shop'), currency, amount) },
    gift: { cause: 'gift', entries: moved(walletOf(who), walletOf(other), currency, amount) },
  } as const
  post(context, { ...said, ...way[does] })
  return {}
}
const given: Feature = {
  name: 'given',
  documents: [gameHost, fightRecord, logLink, catalogue, usualPrices, backups, donationSums],
  archives: [catalogueAudit, donationHistory],
  commands: [implement(see, seeIt), implement(move, moveIt)],
  queries: [],
}

type Kept = Pick<NonNullable<Parameters<typeof openLedger>[0]>, 'memory' | 'clock'>

/** A hub with players, currency and the statistics, whose leader measures. Olga is the owner. */
export async function openStatistics({ memory: store, clock: base = createTestClock() }: Kept = {}) {
  let isDead = false
  let commandCounts: CommandCounts = { done: 0, refused: 0, failed: 0, doneMs: {} }
  // Timers of a process end with it.
  const clock = { ...base, after: (ms: number, act: () => void) => base.after(ms, () => void (isDead || act())) }
  let money: MoneyTotals | null = null
  const totals = () => {
    if (!money) throw new Error('not open')
    return money
  }
  const app = await openLedger({
    ...(store && { memory: store }),
    clock,
    more: [patronsFeature, statisticsFeature(totals), given],
  })
  const { hub, memory, faults } = app
  money = followMoney(hub, (what) => faults.push(what))
  const worker = startStatistics({
    hub,
    server: mainServer,
    clock,
    money,
    commandCounts: () => commandCounts,
    onFault: (what) => faults.push(what),
  })
  const settle = async () => {
    for (let turn = 0; turn < 4; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    await hub.settled()
  }
  let seenAt: number | null = null
  const rowsOf = async (kind: string) => {
    const { rows } = await memory.storage.archivePage({ kind, before: null, limit: 500 })
    return rows.map(({ row }) => row as { from: number; sums: Sums }).reverse()
  }
  return {
    ...app,
    worker,
    money,
    settle,
    see: (what: z.input<typeof see.input>) => hub.execute('given', see.name, what),
    /** Resolves to whether it was done. */
    move: (what: z.input<typeof move.input>) =>
      hub.execute('given', move.name, what).then(
        () => true,
        () => false,
      ),
    /** What the leader has counted of users' commands since it started. */
    counted(counts: CommandCounts) {
      commandCounts = counts
    },
    /** A reading of who is in the game, with their species. */
    async reading(players: Readonly<Record<string, string | null>>) {
      const listed = Object.entries(players).map(([id, species]) => ({ id, species, name: '' }))
      const at = clock.now()
      await hub.execute('game link', recordPlay.name, { server: mainServer, players: listed, at, seenAt })
      seenAt = at
    },
    /** Lets time pass in steps, each of which the leader finishes. */
    async pass(ms: number, stepMs = 10_000) {
      for (let passed = 0; passed < ms; passed += stepMs) {
        clock.pass(Math.min(stepMs, ms - passed))
        await settle()
      }
    },
    query: async <Q extends { readonly name: string; readonly output: z.ZodType }>(query: Q, input: object) => {
      const answer = await hub.query(person('olga', 'owner'), { name: query.name, input })
      if (!answer.ok) throw new Error(`${query.name}: ${answer.code}`)
      return query.output.parse(answer.output) as z.output<Q['output']>
    },
    hourRows: () => rowsOf(hourSums.kind),
    dayRows: () => rowsOf(daySums.kind),
    /** Everything that was ever counted, of all days together. */
    async everything(): Promise<Sums> {
      const all: Sums = {}
      const { days, hours } = hub.read(runningSums, mainServer)
      for (const { sums } of await rowsOf(daySums.kind)) addSums(all, sums)
      for (const sums of Object.values(days)) addSums(all, sums)
      for (const [from, sums] of Object.entries(hours)) addSums(all, asPartOfDay(Number(from), sums))
      return all
    },
    /** The process ends without saving; another one opens the store. */
    restartAfterCrash() {
      isDead = true
      return openStatistics({ memory, clock: base })
    },
  }
}
export type OpenStatistics = Awaited<ReturnType<typeof openStatistics>>
