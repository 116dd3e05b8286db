import { expect, onTestFinished, test } from 'vitest'
import { createManualClock } from '../testing/manualClock.ts'
import { createCommandBridgeLink } from './commandBridgeLink.ts'
import { createPull } from './pullTransport.ts'
import { usualVerbs } from './verbs.ts'

const target = { id: '76561198000000001', name: 'Ada' }
const message = { kind: 'message', target, detail: { text: 'Hi' } } as const

/** A link over HTTP whose mod is played by the test. */
function setUp() {
  const clock = createManualClock()
  const { open, mailbox } = createPull()
  const game = { players: async () => [target], animals: async () => [] }
  const link = createCommandBridgeLink({ open, game, verbs: usualVerbs, clock })
  onTestFinished(() => link.close())
  const fetched = () =>
    mailbox
      .fetch()
      .split('\n')
      .filter((line) => line !== '')
      .map((line): { readonly id: string; readonly verb: string } => JSON.parse(line))
  const answer = (id: string, ok: boolean, msg: string, more: object = {}) =>
    mailbox.answer(JSON.stringify({ id, ts: 1, verb: 'x', steam: '', ok, msg, ...more }))
  const begin = () => {
    for (const { id } of fetched()) answer(id, true, 'pong')
  }
  return { clock, link, fetched, answer, begin }
}

test('[BM80] the link is connecting until the mod asks, up while it asks, and down when it stops asking', async () => {
  const { clock, link, begin, fetched } = setUp()
  expect(link.state().name).toBe('connecting')
  await expect(link.perform(message)).rejects.toMatchObject({ code: 'notSent' })
  begin()
  expect(link.state()).toMatchObject({ name: 'up', why: null })
  for (let second = 0; second < 60; second++) {
    await clock.advance(1_000)
    fetched()
  }
  expect(link.state()).toMatchObject({ name: 'up', why: null })
  await clock.advance(17_000)
  expect(link.state()).toMatchObject({ name: 'down', why: expect.stringContaining('takes no commands') })
  begin()
  expect(link.state().name).toBe('up')
})

test('[BM81] a mod that takes commands and answers nothing is up, and the link says so', async () => {
  const { clock, link, fetched } = setUp()
  for (let second = 0; second < 12; second++) {
    fetched()
    await clock.advance(1_000)
  }
  expect(link.state()).toMatchObject({ name: 'up', why: expect.stringContaining('answers nothing') })
})

test('[BM82] a verb that the mod calls unknown is refused and not sent again until the mod was away', async () => {
  const { clock, link, fetched, answer, begin } = setUp()
  begin()
  let told = 0
  link.onState(() => void told++)
  const outcome = link.perform(message)
  await clock.advance(100)
  for (const { id } of fetched()) answer(id, false, 'unknown verb: notify')
  await clock.advance(100)
  expect(await outcome).toMatchObject({ state: 'refused', why: 'unknown verb: notify' })
  expect([link.can('message'), link.can('slay')]).toEqual([false, true])
  expect(told).toBeGreaterThan(0)
  await clock.advance(20_000)
  begin()
  expect(link.can('message')).toBe(true)
})

test('[BM83] verbs that the mod lists with its answer to ping are all it can do', () => {
  const { link, fetched, answer } = setUp()
  const [ping] = fetched()
  answer(ping?.id ?? '', true, 'pong', { verbs: ['kill', 'heal'] })
  expect(['slay', 'heal', 'teleport', 'ban'].map((kind) => link.can(kind as 'slay'))).toEqual([
    true,
    true,
    false,
    false,
  ])
})

test('[BM84] what another mod does is answered twice: that it was passed on is not an answer', async () => {
  const { clock, link, fetched, answer, begin } = setUp()
  begin()
  const outcome = link.perform({ kind: 'skin', target, detail: { text: 'Ember' } })
  await clock.advance(100)
  const [command] = fetched()
  const id = command?.id ?? ''
  answer(id, true, 'queued')
  await clock.advance(1_000)
  answer(id, false, 'no such skin', { source: 'SkinStudio' })
  await clock.advance(100)
  expect(await outcome).toMatchObject({ state: 'refused', why: 'no such skin' })
})
