import { type Delivery, deliveries } from '../../../../shared/features/deliveries/delivery.ts'
import { wholeOf } from '../../../../shared/features/deliveries/deliveryWords.ts'
import { order } from '../../../../shared/features/deliveries/hubCommands.ts'
import type { DeliveryKind } from '../../../../shared/features/deliveries/kinds.ts'
import { createDice } from '../../../../shared/features/world/terrain/noise.ts'
import { createHub } from '../../../engine/createHub.ts'
import { OrderRefused } from '../../../engine/orderRefused.ts'
import { NotWritten } from '../../../engine/storage.ts'
import { createTestClock } from '../../../testing/clock.ts'
import { createMemoryStorage } from '../../../testing/memoryStorage.ts'
import { accountFeature } from '../../account/feature.ts'
import { rosterFeature } from '../../roster/feature.ts'
import type { DeliveryLink } from '../deliveryLink.ts'
import { deliveriesFeature } from '../feature.ts'
import { lineOf } from '../nextSteps.ts'
import { startDeliveryWorker } from '../worker.ts'
import { createFaultyGame } from './faultyGame.ts'
import { createMortal } from './mortalHub.ts'

const features = [accountFeature, rosterFeature, deliveriesFeature([])]
const kinds: readonly DeliveryKind[] = ['kick', 'slay', 'heal', 'message', 'save', 'broadcast', 'unban']
const linkNames = ['evrima', 'source', 'bridge'] as const
const linkStates = ['up', 'up', 'down', 'connecting', 'refused'] as const

async function turns(count: number) {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

/** It waits, and for nothing but its turn: what was never attempted and needs another link may be overtaken. */
const couldGo = ({ state, attempts, kind, detail }: Delivery, link: DeliveryLink | undefined) =>
  state === 'queued' && (attempts > 0 || (link?.can(kind) === true && !/ not | fits /.test(detail.reason ?? '')))

/** What a run has come to, for the judge. */
export interface Ending {
  readonly given: readonly string[]
  readonly entries: readonly Delivery[]
  /** Marks, each as often as the game truly did it. */
  readonly deeds: readonly string[]
  /** What was seen on the way that must not be. */
  readonly wrongs: readonly string[]
  readonly lives: number
}

type Dice = () => number
const pick = <T>(dice: Dice, from: readonly T[]): T => from[Math.floor(dice() * from.length)] as T

function createRun(seed: number) {
  const dice = createDice(seed)
  const clock = createTestClock()
  const memory = createMemoryStorage()
  const game = createFaultyGame(clock, dice)
  const given: string[] = []
  const wrongs: string[] = []
  return { dice, clock, memory, game, given, wrongs }
}
type Run = ReturnType<typeof createRun>

/** One run of the hub, of so many steps. */
async function live({ clock, memory, game, wrongs }: Run, steps: number) {
  const mortal = createMortal(clock, steps)
  const hub = await createHub({ storage: memory.storage, features, clock: mortal.clock, onFault() {} })
  const entries = () => Object.values(hub.read(deliveries, 'main').entries).map((one) => wholeOf(hub.read, 'main', one))
  /** At the moment at which bytes leave. */
  const onSend = (one: Delivery) => {
    const kept = hub.read(deliveries, 'main').entries[one.id]
    if (kept?.state !== 'sending' || kept.attempts !== one.attempts)
      wrongs.push(`${one.id} was sent before it was noted`)
    const link = links.find(({ name }) => name === kept?.link)
    const before = entries().find(
      (other) =>
        other.number < one.number &&
        lineOf(other) === lineOf(one) &&
        (other.state === 'sending' || couldGo(other, link)),
    )
    if (before) wrongs.push(`${one.id} was sent before ${before.id} of the same line`)
  }
  const links = game.links({ isAlive: mortal.isAlive, onSend })
  startDeliveryWorker({ hub: mortal.hub(hub), server: 'main', links, clock: mortal.clock, onFault() {} })
  return { hub, entries, isAlive: mortal.isAlive, kill: mortal.kill }
}
type Life = Awaited<ReturnType<typeof live>>

async function give({ dice, given }: Run, { hub }: Life) {
  const kind = pick(dice, kinds)
  const fit = dice() < 0.8 ? '' : pick(dice, [' not evrima', ' fits nothing'])
  const reason = `#${given.length}${fit}`
  const player = pick(dice, ['ann', 'bob', 'cyd'])
  const target = kind === 'save' || kind === 'broadcast' ? null : { id: player, name: player }
  const wish = { server: 'main', action: { kind, target, detail: { reason } }, by: { account: null, name: 'test' } }
  try {
    await hub.order('test', order.name, wish)
    given.push(reason)
  } catch (error) {
    if (!(error instanceof OrderRefused && error.isOfTheStore)) throw error
  }
}

/** Something happens. */
async function befall(run: Run, life: Life) {
  const { dice, clock, game, memory } = run
  const what = dice()
  if (what < 0.35) await give(run, life)
  else if (what < 0.47) game.set(pick(dice, linkNames), pick(dice, linkStates))
  else if (what < 0.52) memory.fail(dice() < 0.5 ? new NotWritten('full', 'no room') : null)
  else if (what < 0.54) life.kill()
  else clock.pass(dice() * 6_000)
  await turns(2)
}

/** All is well again: what has not ended yet, ends. */
async function comeToRest({ game, memory, clock }: Run, life: Life) {
  memory.fail(null)
  game.calm()
  for (const name of linkNames) game.set(name, 'up')
  const isOver = () => game.isQuiet() && life.entries().every(({ state }) => state !== 'queued' && state !== 'sending')
  for (let waited = 0; waited < 200 && !isOver(); waited += 1) {
    clock.pass(2_000)
    await turns(2)
  }
  // What is told late.
  clock.pass(60_000)
  await turns(4)
}

export async function torture(seed: number): Promise<Ending> {
  const run = createRun(seed)
  const { dice, given, game, wrongs } = run
  const nextLife = () => live(run, 3 + Math.floor(dice() * 40))
  let life = await nextLife()
  let lives = 1
  for (let step = 0; step < 30; step += 1) {
    await befall(run, life)
    if (life.isAlive()) continue
    run.memory.fail(null)
    await turns(3)
    life = await nextLife()
    lives += 1
  }
  life.kill()
  await turns(3)
  life = await live(run, Number.POSITIVE_INFINITY)
  await comeToRest(run, life)
  life.kill()
  return { given, entries: life.entries(), deeds: game.deeds, wrongs, lives }
}
