import { mulberry32 } from '../../../../shared/engine/mulberry32.ts'
import { type Delivery, deliveries, mostOpen, wholeDelivery } from '../../../../shared/features/deliveries/delivery.ts'
import { issueOrder } from '../../../../shared/features/deliveries/hubCommands.ts'
import type { DeliveryKind } from '../../../../shared/features/deliveries/kinds.ts'
import type { Clock } from '../../../engine/clock.ts'
import { createHub } from '../../../engine/createHub.ts'
import { CommandRefused } from '../../../engine/dispatch.ts'
import type { TermHub } from '../../../engine/hub.ts'
import { NotWritten } from '../../../engine/storage.ts'
import { createTestClock } from '../../../testing/clock.ts'
import { createMemoryStorage, type TestStore } from '../../../testing/memoryStorage.ts'
import { accountFeature } from '../../account/feature.ts'
import { notificationsFeature } from '../../notifications/feature.ts'
import { rosterFeature } from '../../roster/feature.ts'
import { deliveriesFeature } from '../feature.ts'
import type { DeliveryLink } from '../link.ts'
import { keepsOrder, queueOf } from '../plan.ts'
import { startDeliveryWorker } from '../worker.ts'
import { createFaultyGame, harmlessTwice } from './faultyGame.ts'

const features = [accountFeature, rosterFeature, notificationsFeature, deliveriesFeature]
const kinds: readonly DeliveryKind[] = ['kick', 'slay', 'heal', 'message', 'save', 'broadcast', 'unban']
const linkNames = ['evrima', 'source', 'bridge'] as const
const linkStates = ['up', 'up', 'down', 'connecting', 'refused'] as const

/** Lets what is under way go on. @param store whose reads and writes end in each turn, as those of a store in memory do */
export async function turns(count: number, store?: Pick<TestStore, 'idle'>) {
  for (let turn = 0; turn < count; turn += 1) {
    await new Promise((resolve) => setImmediate(resolve))
    await store?.idle()
  }
}

/** The result of a run. */
interface Ending {
  /** The mark of each issued order. */
  readonly issued: readonly string[]
  readonly entries: readonly Delivery[]
  /** The marks of the commands that the game carried out, each as often as it did. */
  readonly carriedOut: readonly string[]
  /** Rules that were broken on the way. */
  readonly violations: readonly string[]
  /** How often the hub was started. */
  readonly lives: number
}

/** Runs hub, worker and game under random faults and crashes, then lets all open deliveries end. @param seed repeats the same run */
export async function runDeliveries(seed: number): Promise<Ending> {
  const run = createRun(seed)
  const { dice, issued, game, violations } = run
  const nextLife = () => startLife(run, 3 + Math.floor(dice() * 40))
  let life = await nextLife()
  let lives = 1
  for (let step = 0; step < 30; step += 1) {
    await takeStep(run, life)
    if (life.isAlive()) continue
    run.memory.fail(null)
    await turns(3)
    life = await nextLife()
    lives += 1
  }
  life.kill()
  await turns(3)
  life = await startLife(run, Number.POSITIVE_INFINITY)
  await settle(run, life)
  life.kill()
  return { issued, entries: life.entries(), carriedOut: game.carriedOut, violations, lives }
}

export type Dice = () => number
const pick = <T>(dice: Dice, from: readonly T[]): T => from[Math.floor(dice() * from.length)] as T

function createRun(seed: number) {
  const dice = mulberry32(seed)
  const clock = createTestClock()
  const memory = createMemoryStorage()
  const game = createFaultyGame(clock, dice)
  const issued: string[] = []
  const violations: string[] = []
  return { dice, clock, memory, game, issued, violations }
}
type Run = ReturnType<typeof createRun>

/** Starts a hub and its worker. @param steps after which it crashes */
async function startLife({ clock, memory, game, violations }: Run, steps: number) {
  const crashing = createCrashing(clock, steps)
  const hub = await createHub({ storage: memory.storage, features, clock: crashing.clock, onFault() {} })
  const entries = () =>
    Object.values(hub.read(deliveries, 'main').entries).map((one) => wholeDelivery(hub.read, 'main', one))
  const onSend = (one: Delivery) => {
    const kept = hub.read(deliveries, 'main').entries[one.id]
    if (kept?.state !== 'sending' || kept.attempts !== one.attempts)
      violations.push(`${one.id} was sent before the attempt was recorded`)
    const link = links.find(({ name }) => name === kept?.link)
    const before = entries().find(
      (other) =>
        other.id !== one.id &&
        queueOf(other) === queueOf(one) &&
        (other.state === 'sending' || (other.number < one.number && keepsOrder(other, one) && couldGo(other, link))),
    )
    if (before) violations.push(`${one.id} was sent before ${before.id} of the same queue`)
  }
  const links = game.links({ isAlive: crashing.isAlive, onSend })
  startDeliveryWorker({ hub: crashing.hub(hub), server: 'main', links, clock: crashing.clock, onFault() {} })
  return { hub, entries, isAlive: crashing.isAlive, kill: crashing.kill }
}
type Life = Awaited<ReturnType<typeof startLife>>

/** It waits only for its turn. One that was never attempted and that this link cannot send may be overtaken. */
const couldGo = ({ state, attempts, kind, detail }: Delivery, link: DeliveryLink | undefined) =>
  state === 'queued' && (attempts > 0 || (link?.can(kind) === true && !/ not | fits /.test(detail.reason ?? '')))

/** One random event: an order, a link that changes state, a full disk, a crash or time. */
async function takeStep(run: Run, life: Life) {
  const { dice, clock, game, memory } = run
  const what = dice()
  if (what < 0.35) await issue(run, life)
  else if (what < 0.47) game.set(pick(dice, linkNames), pick(dice, linkStates))
  else if (what < 0.52) memory.fail(dice() < 0.5 ? new NotWritten('full', 'no room') : null)
  else if (what < 0.54) life.kill()
  else clock.pass(dice() * 6_000)
  await turns(2)
}

async function issue({ dice, issued }: Run, { hub }: Life) {
  const kind = pick(dice, kinds)
  const fit = dice() < 0.8 ? '' : pick(dice, [' not evrima', ' fits nothing'])
  const reason = `#${issued.length}${fit}`
  const player = pick(dice, ['ann', 'bob', 'cyd'])
  const target = kind === 'save' || kind === 'broadcast' ? null : { id: player, name: player }
  const order = {
    server: 'main',
    action: { kind, target, detail: { reason } },
    by: { account: null, name: dice() < 0.5 ? 'test' : 'other' },
  }
  try {
    await hub.execute('test', issueOrder.name, order)
    issued.push(reason)
  } catch (error) {
    if (!(error instanceof CommandRefused && error.isStorageFailure)) throw error
  }
}

/** Ends all faults and waits until no delivery is queued or being sent. */
async function settle({ game, memory, clock }: Run, life: Life) {
  memory.fail(null)
  game.endFaults()
  for (const name of linkNames) game.set(name, 'up')
  const isOver = () => game.isIdle() && life.entries().every(({ state }) => state !== 'queued' && state !== 'sending')
  for (let waited = 0; waited < 200 && !isOver(); waited += 1) {
    clock.pass(2_000)
    await turns(2)
  }
  // For late replies.
  clock.pass(60_000)
  await turns(4)
}

/** A clock and a hub that stop working after a number of steps, as in a crash of the process. */
export function createCrashing(clock: Clock, steps: number) {
  let left = steps
  let isDead = false
  const never = () => new Promise<never>(() => {})
  const crashes = () => {
    left -= 1
    isDead ||= left <= 0
    return isDead
  }
  return {
    isAlive: () => !isDead,
    kill() {
      isDead = true
    },
    clock: {
      now: clock.now,
      monotonic: clock.monotonic,
      after: (ms: number, act: () => void) => clock.after(ms, () => void (isDead || act())),
    } satisfies Clock,
    /** May crash before or after each command; then the command is never answered. */
    hub: (hub: TermHub): Pick<TermHub, 'read' | 'execute' | 'accepted'> => ({
      read: hub.read,
      accepted: {
        read: hub.accepted.read,
        follow: (kind, key, listener) => hub.accepted.follow(kind, key, () => void (isDead || listener())),
      },
      async execute(actor, name, input) {
        if (crashes()) return never()
        try {
          const output = await hub.execute(actor, name, input)
          return crashes() ? never() : output
        } catch (error) {
          if (crashes()) return never()
          throw error
        }
      },
    }),
  }
}

/** Compares the deliveries with what the game carried out. Returns a sentence for each contradiction. */
export function findViolations({ issued, entries, carriedOut, violations }: Ending): string[] {
  const marks = entries.map(({ detail }) => detail.reason ?? '')
  const lost = issued.filter((mark) => !marks.includes(mark)).map((mark) => `${mark} is lost`)
  const twice = marks.filter((mark, at) => marks.indexOf(mark) !== at).map((mark) => `${mark} is there twice`)
  const invented = carriedOut.filter((mark) => !issued.includes(mark)).map((mark) => `${mark} was never issued`)
  const untrue = entries.flatMap(
    (one) => contradictionIn(one, carriedOut.filter((mark) => mark === one.detail.reason).length) ?? [],
  )
  const tooMany = entries.length > mostOpen ? ['too many are kept'] : []
  return [...violations, ...lost, ...twice, ...invented, ...untrue, ...tooMany]
}

const notCarriedOut: readonly Delivery['state'][] = ['refused', 'failed', 'manual']

function contradictionIn({ state, kind, attempts, detail }: Delivery, times: number): string | null {
  const text = `${kind} ${detail.reason} is ${state} after ${attempts} attempts, and was done ${times} times`
  const most = harmlessTwice.includes(kind) ? 3 : 1
  if (times > most || times > attempts) return `${text}: too often`
  if (state === 'confirmed') return times >= 1 ? null : `${text}: it was not done`
  if (notCarriedOut.includes(state)) return times === 0 ? null : `${text}: it was done`
  return state === 'unknown' && attempts > 0 ? null : `${text}: that is not a final state`
}
