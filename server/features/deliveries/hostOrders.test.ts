import { expect, test } from 'vitest'
import * as commands from '../../../shared/features/deliveries/commands.ts'
import * as followUps from '../../../shared/features/deliveries/followUpCommands.ts'
import type { DeliveryLink, Outcome } from './link.ts'
import { idOf, openDeliveries } from './testing/openDeliveries.ts'
import { startDeliveryWorker } from './worker.ts'

const turns = async () => {
  for (let turn = 0; turn < 6; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}
const restarted: Outcome = { state: 'confirmed', reply: 'The game server restarted.', why: null }
const lost = (why: string) => Object.assign(new Error(why), { code: 'lost' })

/** A link that takes long, and whose answers the test gives. */
async function openHost() {
  const world = await openDeliveries()
  const { hub, clock, onFault, ask } = world
  const performed: { answer: (outcome: Outcome) => void; fail: (error: Error) => void }[] = []
  const watched: typeof performed = []
  const promiseIn = (list: typeof performed) => new Promise<Outcome>((answer, fail) => void list.push({ answer, fail }))
  const link: DeliveryLink = {
    name: 'host',
    concurrency: 2,
    state: () => ({ name: 'up' }),
    onState: () => () => {},
    can: (kind) => ['start', 'restart', 'shutdown', 'backupGame'].includes(kind),
    isHarmlessTwice: () => false,
    commandText: ({ kind }) => `${kind} in the panel`,
    perform: async (_action, leaving = () => {}) => {
      leaving()
      return promiseIn(performed)
    },
    findOutcome: async () => null,
    watchOutcome: () => promiseIn(watched),
    whyUnanswered: () => 'It is watched for 10 minutes.',
  }
  const startWorker = () => startDeliveryWorker({ hub, server: 'main', links: [link], clock, onFault })
  const restart = async () => {
    const id = await idOf(ask('olga', 'owner', commands.restartServer))
    await turns()
    return id
  }
  const pass = async (ms: number) => {
    clock.pass(ms)
    await turns()
  }
  return { ...world, performed, watched, startWorker, restart, pass }
}

test.each([commands.startServer, commands.restartServer, commands.shutDownServer, commands.backUpGame])(
  '[HM40] $name is for owners alone',
  async (command) => {
    const { ask, all } = await openHost()
    for (const role of ['player', 'moderator', 'admin'] as const)
      expect(await ask('ann', role, command)).toMatchObject({ ok: false, code: 'forbidden' })
    expect(all()).toEqual([])
    expect(await ask('olga', 'owner', command)).toMatchObject({ ok: true })
  },
)

test('[HM41] while one order for the host is open another one is refused, including an unknown one; settled it is free', async () => {
  const { ask, performed, startWorker, restart, pass, one } = await openHost()
  const worker = startWorker()
  const id = await restart()
  for (const command of [commands.restartServer, commands.shutDownServer, commands.backUpGame])
    expect(await ask('olga', 'owner', command)).toMatchObject({ ok: false, code: 'hostBusy' })
  await pass(15_000)
  expect(one(id)).toMatchObject({ state: 'unknown' })
  expect(await ask('olga', 'owner', commands.restartServer)).toMatchObject({ code: 'hostBusy' })
  expect(await ask('olga', 'owner', followUps.settle, { id, happened: false })).toMatchObject({ ok: true })
  expect(await ask('olga', 'owner', commands.restartServer)).toMatchObject({ ok: true })
  await turns()
  expect(performed).toHaveLength(2)
  for (const { answer } of performed) answer(restarted)
  await worker.stop()
})

test('[HM42] after 15 s it is unknown and says that it is watched; what is seen later confirms it, and it was sent once', async () => {
  const { performed, startWorker, restart, pass, one } = await openHost()
  const worker = startWorker()
  const id = await restart()
  await pass(15_000)
  expect(one(id)).toMatchObject({ state: 'unknown', why: 'It is watched for 10 minutes.', attempts: 1 })
  await pass(120_000)
  performed[0]?.answer(restarted)
  await turns()
  expect(one(id)).toMatchObject({ state: 'confirmed', reply: 'The game server restarted.', attempts: 1 })
  expect(performed).toHaveLength(1)
  await worker.stop()
})

test('[HM43] what never happened stays unknown and says what was seen instead; a settled one is not touched', async () => {
  const { ask, performed, startWorker, restart, pass, one } = await openHost()
  const worker = startWorker()
  const id = await restart()
  await pass(15_000)
  performed[0]?.fail(lost('The host accepted it, and nothing shows a restart.'))
  await turns()
  expect(one(id)).toMatchObject({ state: 'unknown', why: 'The host accepted it, and nothing shows a restart.' })
  await ask('olga', 'owner', followUps.settle, { id, happened: true })
  const other = await restart()
  await pass(15_000)
  await ask('olga', 'owner', followUps.settle, { id: other, happened: false })
  performed[1]?.fail(lost('Too late.'))
  await turns()
  expect(one(other)).toMatchObject({ state: 'failed', why: 'It is watched for 10 minutes.' })
  await worker.stop()
})

test.each(['sending', 'unknown'] as const)(
  '[HM44] a next worker goes on watching an order that the last one left %s, and does not send it',
  async (state) => {
    const { performed, watched, startWorker, restart, pass, one } = await openHost()
    const first = startWorker()
    const id = await restart()
    if (state === 'unknown') await pass(15_000)
    expect(one(id)).toMatchObject({ state })
    void first.stop()
    const next = startWorker()
    await turns()
    expect([performed.length, watched.length]).toEqual([1, 1])
    expect(one(id)).toMatchObject({ state: 'unknown' })
    watched[0]?.answer(restarted)
    await turns()
    expect(one(id)).toMatchObject({ state: 'confirmed', attempts: 1 })
    void next.stop()
  },
)
