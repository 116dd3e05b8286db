import { keyOf, kindOf } from '../../../shared/engine/document.ts'
import { type Delivery, isOpenState } from '../../../shared/features/deliveries/delivery.ts'
import { gameHost } from '../../../shared/features/gameHost/gameHost.ts'
import { payments } from '../../../shared/features/ledger/ledger.ts'
import { lastSeenAtOf, playRecord, present } from '../../../shared/features/play/playRecord.ts'
import { server as serverStatus } from '../../../shared/features/server/server.ts'
import { recordSums } from '../../../shared/features/statistics/commands.ts'
import { dayMs, latencyBucket, runningSums, type Sums, savedEveryMs } from '../../../shared/features/statistics/sums.ts'
import { wallet } from '../../../shared/features/wallet/wallet.ts'
import { type Currency, currencies } from '../../../shared/features/world/currencies.ts'
import { type Clock, every } from '../../engine/clock.ts'
import type { Hub, Published } from '../../engine/hub.ts'
import { onDeliveryChange } from '../deliveries/worker.ts'
import type { MoneyTotals } from '../ledger/conservation.ts'
import type { Reading, ReadingSink } from '../roster/reading.ts'
import { createPayments } from './payments.ts'
import { beginningOfDay } from './running.ts'
import { createSamples, crowdedSquares, type Sample } from './samples.ts'
import { hourOf } from './sums.ts'

const sampleEveryMs = 10_000
/** A longer time between two samples was not a time in which this process measured. */
const longestSampleMs = 30_000

/** Users' commands that the leader answered since it started. */
export interface CommandCounts {
  readonly done: number
  readonly refused: number
  readonly failed: number
  /** How long those that were done took from arrival to acknowledgement: how many, by `commandBucket`. */
  readonly doneMs: Readonly<Record<string, number>>
}

interface StatisticsDeps {
  readonly hub: Pick<Hub, 'read' | 'execute' | 'onPublish' | 'journaledIds'>
  readonly server: string
  readonly clock: Clock
  readonly money: Pick<MoneyTotals, 'flows' | 'totals'>
  commandCounts(): CommandCounts
  readonly onFault: (what: string, error: unknown) => void
}

/**
 * Measures for the statistics and saves what it has measured every minute. Runs at the leader alone. A crash loses what was not saved.
 */
export function startStatistics({ hub, server, clock, money, commandCounts, onFault }: StatisticsDeps) {
  const samples = createSamples()
  const seen = followPlayersOfDay({ hub, server, clock })
  const paid = createPayments(hub)
  const movedBefore = movedBy(money)
  let commandsBefore = commandCounts()
  let sampledAt = clock.monotonic()
  /** The first part is saved at the first sample: an owner who has just installed the hub sees something. */
  let savedAt = Number.NEGATIVE_INFINITY
  let hour = hourOf(clock.now())
  let lastReadingAt: number | null = null
  /** A part that may or may not have been saved: it is sent again unchanged. */
  let unsaved: object | null = null

  function sample() {
    const [now, elapsed] = [clock.now(), clock.monotonic() - sampledAt]
    sampledAt += elapsed
    samples.add(now - Math.min(elapsed, longestSampleMs), now, sampleOf(hub, server))
    const counts = commandCounts()
    const commands = {
      done: counts.done - commandsBefore.done,
      refused: counts.refused - commandsBefore.refused,
      failed: counts.failed - commandsBefore.failed,
    }
    const commandMs = Object.fromEntries(
      Object.entries(counts.doneMs).map(([bucket, count]) => [bucket, count - (commandsBefore.doneMs[bucket] ?? 0)]),
    )
    commandsBefore = counts
    samples.count(now, { commands, commandMs, ...paid.take() })
    return now
  }
  async function save(now: number) {
    savedAt = clock.monotonic()
    if (unsaved) await send(unsaved)
    if (unsaved) return
    const hours = samples.take()
    const supply = Object.fromEntries(currencies.map((one) => [one, Number(money.totals(one).supply)]))
    const last = hours.at(-1)
    if (last) last.sums.supply = supply
    const part = hub.read(runningSums, server).saved + 1
    await send({
      server,
      part,
      hours,
      moved: movedBy(money),
      ...(part === 1 && { movedBefore }),
      players: seen.take(),
      until: now,
    })
  }
  async function send(input: object) {
    unsaved = input
    await hub.execute('statistics', recordSums.name, input).then(
      () => {
        unsaved = null
      },
      (error: unknown) => onFault(recordSums.name, error),
    )
  }
  let saving: Promise<void> = Promise.resolve()
  const saveInOrder = (now: number) => {
    saving = saving.then(() => save(now)).catch((error: unknown) => onFault(recordSums.name, error))
    return saving
  }
  const look = () => {
    const before = hour
    const now = sample()
    hour = hourOf(now)
    // A store that is slow does not hold up the next sample.
    if (clock.monotonic() - savedAt >= savedEveryMs || hour !== before) void saveInOrder(now)
  }
  const stops = [
    every(
      clock,
      () => sampleEveryMs,
      async () => look(),
    ),
    onDeliveryChange({ hub, server }, (delivery) => {
      const counts = countsOfDelivery(delivery)
      if (counts) samples.count(clock.now(), counts)
    }),
    hub.onPublish((published) => {
      seen.onPublished(published)
      for (const change of published) if (isMoney(change)) paid.note(change)
    }),
    seen.stop,
  ]
  return {
    /** Where animals are. */
    sink: {
      async report(reading: Reading) {
        const elapsed = lastReadingAt === null ? 0 : clock.monotonic() - lastReadingAt
        lastReadingAt = clock.monotonic()
        const seconds = Math.min(elapsed, longestSampleMs) / 1_000
        const squares = Object.entries(crowdedSquares(reading))
        if (seconds === 0 || squares.length === 0) return
        const heat = Object.fromEntries(squares.map(([square, count]) => [square, count * seconds]))
        samples.count(clock.now(), { heat })
      },
    } satisfies ReadingSink,
    /** @param ms that the game took to answer the hub */
    linkAnswered: (ms: number) => samples.count(clock.now(), { linkMs: { [latencyBucket(ms)]: 1 } }),
    /** Resolves when everything is saved. */
    async stop() {
      for (const stop of stops) stop()
      await saveInOrder(sample())
    },
  }
}

const isMoney = ({ id }: Published) => [wallet.kind, payments.kind].includes(kindOf(id) as never)

/** What the house has made and taken in all time, by `account/currency`. Also what is 0: it may have been undone. */
const movedBy = (money: Pick<MoneyTotals, 'flows'>): Record<string, string> =>
  Object.fromEntries(
    money
      .flows()
      .flatMap(({ account, sums }) =>
        currencies.map((currency: Currency) => [`${account}/${currency}`, `${sums[currency]}`] as const),
      ),
  )

function sampleOf(hub: Pick<Hub, 'read'>, server: string): Sample {
  const { link, playerCount } = hub.read(serverStatus, server)
  const isLinkUp = link.name === 'up'
  const { players } = hub.read(present, server)
  const host = hub.read(gameHost, server)
  const state = host.link === 'up' ? (host.reading?.state ?? null) : null
  return {
    isLinkUp,
    isGameUp: isLinkUp ? true : state === null ? null : state === 'running',
    players: isLinkUp ? (playerCount ?? Object.keys(players).length) : null,
    species: isLinkUp ? Object.values(players).flatMap(({ species }) => species ?? []) : [],
  }
}

/** How a delivery ended, or that its end is not known; null while it goes on. One that staff settled after that is not counted twice. */
function countsOfDelivery({ state, kind, attempts, settledAt, queuedAt }: Delivery): Sums | null {
  const isSettledByHand = state === 'done' || state === 'dropped'
  if ((isOpenState(state) && state !== 'unknown') || (isSettledByHand && attempts > 0)) return null
  const tookMs = settledAt === null || isSettledByHand || state === 'cancelled' ? null : settledAt - queuedAt
  return {
    outcomes: { [state]: 1 },
    deliveries: { [kind]: 1 },
    ...(tookMs !== null && tookMs >= 0 && { deliveryMs: { [latencyBucket(tookMs)]: 1 } }),
  }
}

/** At most this many documents are looked at in one turn. */
const mostAtOnce = 2_000

interface PlayersOfDayDeps {
  readonly hub: Pick<Hub, 'read' | 'journaledIds'>
  readonly server: string
  readonly clock: Pick<Clock, 'now'>
}

/** Which players were in the game today: from the play records, so that a restart forgets none. Their ids stay in memory. */
function followPlayersOfDay({ hub, server, clock }: PlayersOfDayDeps) {
  let day = beginningOfDay(clock.now())
  let ids = new Set(Object.keys(hub.read(present, server).players))
  let ended: { readonly day: number; readonly count: number }[] = []
  let isStopped = false

  /** Of players in the game it shows late that they have left, as after a loss of the link: then they were not here today. */
  const countOf = () =>
    [...ids].filter((id) => (lastSeenAtOf(hub.read(playRecord, id), clock.now()) ?? 0) >= day).length
  const turn = () => {
    const today = beginningOfDay(clock.now())
    if (today === day) return
    ended.push({ day, count: countOf() })
    day = today
    ids = new Set(Object.keys(hub.read(present, server).players))
  }
  const note = (id: string) => {
    const lastSeenAt = lastSeenAtOf(hub.read(playRecord, id), clock.now())
    if (lastSeenAt !== null && lastSeenAt >= day && lastSeenAt < day + dayMs) ids.add(id)
  }
  /** Some at a time: meanwhile a hub with many users answers. */
  const readAll = async () => {
    let looked = 0
    for (const id of hub.journaledIds()) {
      if (kindOf(id) === playRecord.kind) note(keyOf(id))
      looked += 1
      if (looked % mostAtOnce === 0) await new Promise((resolve) => setImmediate(resolve))
      if (isStopped) return
    }
  }
  void readAll()
  return {
    onPublished(published: readonly Published[]) {
      turn()
      for (const { id } of published) if (kindOf(id) === playRecord.kind) note(keyOf(id))
    },
    /** The counts of days that are over since the last call, and of today. */
    take() {
      turn()
      const taken = [...ended, { day, count: countOf() }]
      ended = []
      return taken
    },
    stop() {
      isStopped = true
    },
  }
}
