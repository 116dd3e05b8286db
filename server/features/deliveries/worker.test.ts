// One file because it follows one worker: what it plans, sends, keeps through a stop and a crash, and does after a failed write.
import { expect, test } from 'vitest'
import * as commands from '../../../shared/features/deliveries/commands.ts'
import { Delivery } from '../../../shared/features/deliveries/delivery.ts'
import * as followUps from '../../../shared/features/deliveries/followUpCommands.ts'
import type { DeliveryKind } from '../../../shared/features/deliveries/kinds.ts'
import type { Patch } from '../../../shared/protocol/down.ts'
import type { Hub } from '../../engine/hub.ts'
import { NotWritten } from '../../engine/storage.ts'
import { startBanEnforcement } from './banEnforcement.ts'
import type { DeliveryLink, Outcome } from './link.ts'
import { entryOf, idOf, openDeliveries, steamOf } from './testing/openDeliveries.ts'
import { onDeliveryChange, startDeliveryWorker } from './worker.ts'

const [rex, mia, old] = [steamOf(1), steamOf(2), steamOf(3)]
const confirmed: Outcome = { state: 'confirmed', reply: 'was kicked', why: null }
const failure = (code: string) => Object.assign(new Error(code), { code })
const turns = async () => {
  for (let turn = 0; turn < 6; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

/** A link whose answers the test gives. */
function scriptedLink(name: DeliveryLink['name'], kinds: readonly DeliveryKind[], more: Partial<DeliveryLink> = {}) {
  const asked: { target: string; answer: (outcome: Outcome) => void; fail: (error: Error) => void }[] = []
  const listeners = new Set<() => void>()
  let state: 'up' | 'down' = 'up'
  const link: DeliveryLink = {
    name,
    concurrency: 1,
    state: () => ({ name: state }),
    isHarmlessTwice: (kind) => kind === 'heal',
    onState(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    can: (kind) => kinds.includes(kind),
    commandText: ({ kind, target }) => `${kind} ${target?.id ?? ''}`.trim(),
    perform: ({ target }) => new Promise((answer, fail) => void asked.push({ target: target?.id ?? '', answer, fail })),
    ...more,
  }
  return {
    link,
    asked,
    set(next: 'up' | 'down') {
      state = next
      for (const listener of listeners) listener()
    },
  }
}

async function openGame(...links: DeliveryLink[]) {
  const game = await openDeliveries()
  const { hub, clock, onFault, ask, sees } = game
  await sees(entryOf(rex, 'Rex'), entryOf(mia, 'Mia'), entryOf(old, 'Old'))
  const startWorker = () => startDeliveryWorker({ hub, server: 'main', links, clock, onFault })
  const issue = async (command: { readonly name: string }, target?: string) => {
    const id = await idOf(ask('ann', 'admin', command, target === undefined ? {} : { target }))
    await turns()
    return id
  }
  const pass = async (ms: number) => {
    clock.pass(ms)
    await turns()
  }
  return { ...game, worker: startWorker(), startWorker, issue, pass }
}

test('[DW1] without links every delivery becomes manual, and its text says what to do', async () => {
  const { issue, one, ask } = await openGame()
  const id = await issue(commands.kickPlayer, rex)
  expect(one(id)).toMatchObject({
    state: 'manual',
    command: `kick ${rex}`,
    why: 'No link can do this.',
  })
  const ban = await idOf(
    ask('ann', 'admin', commands.banPlayer, { target: rex, reason: 'two\nlines', durationMs: 90_500 }),
  )
  await turns()
  expect(one(ban)).toMatchObject({ state: 'manual', command: `ban ${rex} 1 two lines` })
})

test('[DW2] a delivery keeps its state, times and reply; the reply makes it confirmed', async () => {
  const { link, asked } = scriptedLink('evrima', ['kick'])
  const { issue, one, clock, pass } = await openGame(link)
  const id = await issue(commands.kickPlayer, rex)
  const queuedAt = clock.now()
  expect(one(id)).toMatchObject({
    state: 'sending',
    link: 'evrima',
    command: `kick ${rex}`,
    sentAt: queuedAt,
    attempts: 1,
  })
  await pass(400)
  asked[0]?.answer(confirmed)
  await turns()
  expect(one(id)).toMatchObject({ state: 'confirmed', reply: 'was kicked', settledAt: queuedAt + 400 })
})

test('[DW3] a link of concurrency 1 runs one delivery at a time; a wider one runs different players in parallel, each in order', async () => {
  const evrima = scriptedLink('evrima', ['kick'])
  const source = scriptedLink('source', ['slay'], { concurrency: 2 })
  const { issue } = await openGame(evrima.link, source.link)
  for (const target of [rex, mia]) await issue(commands.kickPlayer, target)
  expect(evrima.asked.map(({ target }) => target)).toEqual([rex])
  for (const target of [old, old]) await issue(commands.slayPlayer, target)
  // Mia's kick waits for the link, and her slay for her kick.
  await issue(commands.slayPlayer, mia)
  expect(source.asked.map(({ target }) => target)).toEqual([old])
  evrima.asked[0]?.answer(confirmed)
  source.asked[0]?.answer(confirmed)
  await turns()
  expect(evrima.asked.map(({ target }) => target)).toEqual([rex, mia])
  expect(source.asked.map(({ target }) => target)).toEqual([old, old])
})

test('[DW4] a delivery waits 30 s for its link; it is sent when the link comes up, otherwise over the next one, otherwise it becomes manual', async () => {
  const evrima = scriptedLink('evrima', ['kick'])
  const source = scriptedLink('source', ['kick', 'slay'])
  const { issue, one, pass } = await openGame(evrima.link, source.link)
  evrima.set('down')
  source.set('down')
  const first = await issue(commands.kickPlayer, rex)
  await pass(29_000)
  expect(one(first)?.state).toBe('queued')
  source.set('up')
  await turns()
  expect(one(first)).toMatchObject({ state: 'sending', link: 'source' })
  source.asked[0]?.answer(confirmed)
  source.set('down')
  const second = await issue(commands.slayPlayer, mia)
  await pass(30_000)
  expect(one(second)).toMatchObject({ state: 'manual', command: `slay ${mia}` })
})

test('[DW5] without a reply in 15 s a delivery becomes unknown, and a late reply still settles it', async () => {
  const { link, asked } = scriptedLink('evrima', ['kick'])
  const { issue, one, pass } = await openGame(link)
  const id = await issue(commands.kickPlayer, rex)
  await pass(14_999)
  expect(one(id)?.state).toBe('sending')
  await pass(1)
  expect(one(id)).toMatchObject({ state: 'unknown', why: 'No reply within 15 seconds.', settledAt: null })
  asked[0]?.answer(confirmed)
  await turns()
  expect(one(id)).toMatchObject({ state: 'confirmed' })
  expect(asked.length).toBe(1)
})

test('[DW14] a delivery that waited for its turn all the time is not sent later; it is requeued as never sent', async () => {
  const leavings: (() => void)[] = []
  const perform = (_: unknown, leaving = () => {}) => new Promise<Outcome>(() => void leavings.push(leaving))
  const { link } = scriptedLink('evrima', ['kick'], { reportsDeparture: true, perform })
  const { issue, one, pass } = await openGame(link)
  const id = await issue(commands.kickPlayer, rex)
  await pass(15_000)
  expect(one(id)).toMatchObject({ state: 'queued', attempts: 0 })
  expect(leavings[0]).toThrow('cancelled before')
  await pass(1_000)
  expect(one(id)).toMatchObject({ state: 'sending', attempts: 1 })
  leavings[1]?.()
  await pass(15_000)
  expect(one(id)).toMatchObject({ state: 'unknown', attempts: 1 })
  expect(leavings.length).toBe(2)
})

test('[DW6] a link that can find the outcome of a lost delivery is asked until it answers', async () => {
  let answers = 0
  const findOutcome = async () => {
    answers += 1
    if (answers < 3) throw failure('notSent')
    return confirmed
  }
  const { link, asked } = scriptedLink('evrima', ['kick'], { findOutcome })
  const { issue, one, pass } = await openGame(link)
  const id = await issue(commands.kickPlayer, rex)
  asked[0]?.fail(failure('lost'))
  await turns()
  expect(one(id)?.state).toBe('sending')
  await pass(1_000)
  await pass(1_000)
  expect(one(id)).toMatchObject({ state: 'confirmed' })
})

test('[DW7] a kind that is harmless twice gets three attempts, any other kind one', async () => {
  const { link, asked } = scriptedLink('source', ['heal', 'slay'])
  const { issue, one } = await openGame(link)
  const heal = await issue(commands.healPlayer, rex)
  for (const attempt of [0, 1, 2]) {
    asked[attempt]?.fail(failure('lost'))
    await turns()
  }
  expect(one(heal)).toMatchObject({ state: 'unknown', attempts: 3 })
  const slay = await issue(commands.slayPlayer, rex)
  asked[3]?.fail(failure('lost'))
  await turns()
  expect(one(slay)).toMatchObject({ state: 'unknown', attempts: 1 })
  expect(asked.length).toBe(4)
})

test('[DW8] a delivery that was not sent goes over the next link at once', async () => {
  const evrima = scriptedLink('evrima', ['kick'])
  const source = scriptedLink('source', ['kick'])
  const { issue, one } = await openGame(evrima.link, source.link)
  const id = await issue(commands.kickPlayer, rex)
  evrima.asked[0]?.fail(failure('notSent'))
  await turns()
  expect(one(id)).toMatchObject({ state: 'sending', link: 'source', attempts: 1 })
})

test('[DW9] while the disk is full nothing is sent, and a reply is recorded when there is room again', async () => {
  const { link, asked } = scriptedLink('evrima', ['kick'])
  const { issue, one, memory, pass } = await openGame(link)
  const first = await issue(commands.kickPlayer, rex)
  const second = await issue(commands.kickPlayer, mia)
  memory.fail(new NotWritten('full', 'no room'))
  asked[0]?.answer(confirmed)
  await pass(5_000)
  expect(one(first)?.state).toBe('sending')
  expect(asked.length).toBe(1)
  memory.fail(null)
  await pass(1_000)
  await pass(1_000)
  expect([one(first)?.state, one(second)?.state]).toEqual(['confirmed', 'sending'])
  expect(asked.map(({ target }) => target)).toEqual([rex, mia])
})

test('[DW15] nothing is sent before the attempt is durable', async () => {
  const { link, asked, set } = scriptedLink('evrima', ['kick'])
  const { issue, one, memory, pass } = await openGame(link)
  set('down')
  const id = await issue(commands.kickPlayer, rex)
  memory.hold()
  set('up')
  await pass(2_000)
  expect([one(id)?.state, asked.length]).toEqual(['queued', 0])
  memory.release()
  await turns()
  expect([one(id)?.state, asked.length]).toEqual(['sending', 1])
})

test('[DW10] a delivery that an earlier worker was sending becomes unknown and is not sent again', async () => {
  const { link, asked } = scriptedLink('evrima', ['kick'])
  const { issue, one, worker, startWorker, clock } = await openGame(link)
  const id = await issue(commands.kickPlayer, rex)
  const stopped = worker.stop()
  clock.pass(15_000)
  await stopped
  expect(one(id)?.state).toBe('sending')
  startWorker()
  await turns()
  expect(one(id)).toMatchObject({ state: 'unknown', why: 'The hub stopped before the reply came.' })
  expect(asked.length).toBe(1)
})

test('[DW11] stop starts nothing more and waits for running attempts', async () => {
  const { link, asked } = scriptedLink('evrima', ['kick'])
  const { issue, one, worker, clock } = await openGame(link)
  const first = await issue(commands.kickPlayer, rex)
  const second = await issue(commands.kickPlayer, mia)
  const stopped = worker.stop()
  asked[0]?.answer(confirmed)
  await stopped
  expect([one(first)?.state, one(second)?.state]).toEqual(['confirmed', 'queued'])
  expect(asked.length).toBe(1)
  expect(clock.now()).toBeGreaterThan(0)
})

test('[DW12] a delivery cancelled while queued is not sent', async () => {
  const { link, asked } = scriptedLink('evrima', ['kick'])
  const { issue, one, ask } = await openGame(link)
  await issue(commands.kickPlayer, rex)
  const second = await issue(commands.kickPlayer, mia)
  await ask('ann', 'admin', followUps.cancel, { id: second })
  asked[0]?.answer(confirmed)
  await turns()
  expect(one(second)?.state).toBe('cancelled')
  expect(asked.length).toBe(1)
})

test('[DW13] a banned player who is read to be in the game is kicked again', async () => {
  const { hub, clock, onFault, ask, sees, all, bans, pass } = await openGame()
  startBanEnforcement({ hub, server: 'main', clock, onFault })
  const ban = await idOf(ask('ann', 'admin', commands.banPlayer, { target: rex, durationMs: null }))
  await turns()
  await idOf(ask('ann', 'admin', commands.kickPlayer, { target: mia }))
  await ask('ann', 'admin', followUps.markDone, { id: ban })
  const seen = () => sees(entryOf(rex, 'Rex'), entryOf(mia, 'Mia'))
  for (let reading = 0; reading < 35; reading += 1) {
    await pass(2_000)
    await seen()
  }
  await turns()
  const kicks = all().filter(({ kind, target }) => kind === 'kick' && target?.id === rex)
  expect(kicks).toMatchObject([{ by: 'ban watch', byName: 'ban watch' }])
  expect(bans()[rex]).toMatchObject({ seen: 1 })
})

test('[DW20] a delivery and its attempt become durable in one write, and nothing is sent before', async () => {
  const { link, asked } = scriptedLink('evrima', ['kick'])
  const { ask, memory, one } = await openGame(link)
  memory.hold()
  const asking = idOf(ask('ann', 'admin', commands.kickPlayer, { target: rex }))
  await turns()
  expect(asked).toEqual([])
  memory.release()
  const id = await asking
  await turns()
  expect(memory.batches.at(-1)).toBe(2)
  expect([one(id)?.state, asked.length]).toEqual(['sending', 1])
})

test('[DW17] a delivery that could not be written is not sent, and a later one to the same player is', async () => {
  const { link, asked } = scriptedLink('evrima', ['kick'])
  const { ask, all, issue, memory, one, pass, faults } = await openGame(link)
  await turns()
  memory.fail(new NotWritten('full', 'The disk is full.'))
  expect(await ask('ann', 'admin', commands.kickPlayer, { target: rex })).toMatchObject({ code: 'storageFull' })
  await turns()
  memory.fail(null)
  expect([all(), asked]).toEqual([[], []])
  await pass(1_000)
  const id = await issue(commands.kickPlayer, rex)
  expect([one(id)?.state, asked.length, faults]).toEqual(['sending', 1, []])
})

test('[DW21] each state of a delivery is reported, even where two become durable in one write', async () => {
  const { link, asked } = scriptedLink('evrima', ['kick'])
  const { hub, issue } = await openGame(link)
  const seen: string[] = []
  const stop = onDeliveryChange({ hub, server: 'main' }, ({ state, attempts }) => seen.push(`${state} ${attempts}`))
  await issue(commands.kickPlayer, rex)
  asked[0]?.answer(confirmed)
  await turns()
  // A delivery that was known before is not reported again with one that is new.
  await issue(commands.kickPlayer, rex)
  asked[1]?.answer({ state: 'refused', reply: null, why: 'No.' })
  await turns()
  stop()
  const once = ['queued 0', 'sending 1']
  expect(seen).toEqual([...once, 'confirmed 1', ...once, 'refused 1'])
})

test('[DW22] a delivery is reported when its state or its attempts change, and not with any other change of it', () => {
  const one = (id: string, changes: Partial<Delivery>): Delivery =>
    Delivery.parse({
      id,
      number: 1,
      target: null,
      detail: {},
      kind: 'kick',
      by: 'ann',
      byName: 'Ann',
      role: null,
      queuedAt: 0,
      state: 'queued',
      ...changes,
    })
  const known = { entries: { d1: one('d1', { state: 'sending', attempts: 1 }) }, issued: 1 }
  let publish: Parameters<Hub['onPublish']>[0] = () => {}
  const hub = {
    read: () => known,
    onPublish: (listener: typeof publish) => {
      publish = listener
      return () => {}
    },
  }
  const seen: string[] = []
  onDeliveryChange({ hub: hub as never, server: 'main' }, ({ id, state, attempts }) =>
    seen.push(`${id} ${state} ${attempts}`),
  )
  const seenAfter = (...patches: Patch[]) => {
    publish([{ id: 'deliveries/main', patches } as never])
    return seen.splice(0)
  }
  const [at, two] = [(...path: string[]) => ['entries', ...path], one('d2', {})]
  expect(seenAfter({ op: 'replace', path: at('d1', 'link'), value: 'evrima' })).toEqual([])
  expect(seenAfter({ op: 'replace', path: at('d1', 'attempts'), value: 2 })).toEqual(['d1 sending 2'])
  expect(seenAfter({ op: 'replace', path: at('d1', 'reply'), value: 'Done.' })).toEqual([])
  expect(seenAfter({ op: 'add', path: at('d2'), value: two }, { op: 'replace', path: ['issued'], value: 2 })).toEqual([
    'd2 queued 0',
  ])
  expect(seenAfter({ op: 'replace', path: at('d2', 'why'), value: 'Waits.' })).toEqual([])
  expect(seenAfter({ op: 'remove', path: at('d2') })).toEqual([])
  expect(seenAfter({ op: 'add', path: at('d2'), value: two })).toEqual(['d2 queued 0'])
  const all = { d1: one('d1', { state: 'confirmed', attempts: 2 }), d2: two }
  expect(seenAfter({ op: 'replace', path: ['entries'], value: all })).toEqual(['d1 confirmed 2'])
  expect(seenAfter({ op: 'replace', path: ['entries'], value: { d1: all.d1 } })).toEqual([])
  expect(seenAfter({ op: 'add', path: at('d2'), value: two })).toEqual(['d2 queued 0'])
})
