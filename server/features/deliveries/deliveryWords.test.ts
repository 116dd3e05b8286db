import { expect, test } from 'vitest'
import * as commands from '../../../shared/features/deliveries/commands.ts'
import { deliveriesArchive, keptSettled } from '../../../shared/features/deliveries/delivery.ts'
import { deliveryWords, wordsKey } from '../../../shared/features/deliveries/deliveryWords.ts'
import type { ApartKind } from '../../../shared/features/deliveries/kinds.ts'
import * as later from '../../../shared/features/deliveries/laterCommands.ts'
import { attempt } from '../../engine/transaction.ts'
import { person } from '../../testing/people.ts'
import type { DeliveryLink } from './deliveryLink.ts'
import { takeOutOfDeliveries } from './takeOut.ts'
import { entryOf, idOf, openDeliveries, steamOf } from './testing/openDeliveries.ts'
import { startDeliveryWorker } from './worker.ts'

const [rex, mia] = [steamOf(1), steamOf(2)]
const turns = async () => {
  for (let turn = 0; turn < 6; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

/** A game that does what it is told, and says it back. */
async function openGame(isDown = false) {
  const world = await openDeliveries()
  const { hub, clock, onFault, ask, sees, one } = world
  const heard: string[] = []
  const link: DeliveryLink = {
    ...{ name: 'source', width: 4, can: () => !isDown, isHarmlessTwice: () => false },
    ...{ state: () => ({ name: 'up' }), onState: () => () => {} },
    word: ({ kind, target, detail }) => `${kind} ${target?.id ?? ''} ${detail.text ?? ''}`,
    async perform({ detail }) {
      heard.push(detail.text ?? '')
      return { state: 'refused', reply: `Heard: ${detail.text}`, why: `It may mean either: ${detail.text}` }
    },
  }
  await world.link('ann', mia, 'Ann')
  await sees(entryOf(rex, 'Rex'), entryOf(mia, 'Mia'))
  startDeliveryWorker({ hub, server: 'main', links: [link], clock, onFault })
  const give = async (command: { readonly name: string }, input: object) => {
    const id = await idOf(ask('ann', 'admin', command, input))
    await turns()
    return id
  }
  const words = (kind: ApartKind) => hub.read(deliveryWords, wordsKey('main', kind)).entries
  const stub = (id: string) => JSON.stringify([one(id), world.ownOf('ann')[id]])
  return { ...world, heard, give, words, stub }
}

test('[WD1] what is typed on the console and said to a player, and what is answered, lies apart; the game gets it', async () => {
  const { give, words, one, ownOf, heard, stub } = await openGame()
  const console = await give(commands.runConsole, { text: 'say hush' })
  const message = await give(commands.messagePlayer, { target: rex, text: 'psst hush' })
  expect(heard).toEqual(['say hush', 'psst hush'])
  for (const id of [console, message]) expect(stub(id)).not.toContain('hush')
  expect(one(message)).toMatchObject({ words: 'message', target: { name: 'Rex' }, state: 'refused', byName: 'Ann' })
  expect(ownOf('ann')[message]).toEqual(one(message))
  expect(words('console')).toEqual({
    [console]: {
      ...{ detail: { text: 'say hush' }, command: 'console  say hush' },
      ...{ reply: 'Heard: say hush', why: 'It may mean either: say hush' },
    },
  })
  expect(Object.keys(words('message'))).toEqual([message])
  const kick = await give(commands.kickPlayer, { target: rex, reason: 'rude' })
  expect(one(kick)).toMatchObject({ words: null, detail: { reason: 'rude' } })
})

test('[V8.2.3] [WD2] the words of each kind are read by those who may give such, and by nobody else', async () => {
  const { hub } = await openGame()
  const holder = (permission: string) => ({ ...person('x', 'player'), can: (one: string) => one === permission })
  for (const [permission, kind] of [
    ['runConsole', 'console'],
    ['messagePlayers', 'message'],
  ] as const)
    for (const asked of ['console', 'message'] as const)
      expect(hub.mayRead(holder(permission), `deliveryWords/${wordsKey('main', asked)}`)).toBe(asked === kind)
  expect(hub.mayRead(holder('viewPendingCommands'), 'deliveryWords/main~message')).toBe(false)
  for (const key of ['main', 'main~', 'main~kick', 'console~main', ''])
    expect(hub.mayRead(person('x', 'owner'), `deliveryWords/${key}`)).toBe(false)
})

test('[WD3] it is wanted again, marked done and dropped with its words', async () => {
  const { ask, give, words, one } = await openGame(true)
  const first = await give(commands.messagePlayer, { target: rex, text: 'come home' })
  expect(one(first)).toMatchObject({ state: 'byHand', command: '', words: 'message' })
  expect(words('message')[first]?.command).toBe(`message ${rex} come home`)
  expect(await ask('ann', 'admin', later.drop, { id: first })).toMatchObject({ ok: true })
  const second = await idOf(ask('ann', 'admin', later.retry, { id: first }))
  expect(words('message')[second]?.detail).toEqual({ text: 'come home' })
})

test('[WD4] words go with the delivery, and the archive holds both together', async () => {
  const { give, words, all, ownOf, memory } = await openGame()
  const first = await give(commands.runConsole, { text: 'the very first' })
  for (let given = 0; given < keptSettled; given += 1) await give(commands.saveGame, {})
  expect(all().length).toBe(keptSettled)
  expect(words('console')).toEqual({})
  expect(ownOf('ann')[first]).toBeUndefined()
  const { lines } = await memory.storage.readArchive(deliveriesArchive, 'main', { before: null, limit: 9 })
  expect(lines[0]?.line).toMatchObject({ id: first, words: null, detail: { text: 'the very first' } })
})

test('[WD5] what was said to or of somebody goes when they are erased, and what they said is nobody’s', async () => {
  const { give, hub } = await openGame()
  const texts = [
    [commands.messagePlayer, { target: rex, text: 'to Rex' }],
    [commands.runConsole, { text: `tell ${rex} something` }],
    [commands.runConsole, { text: 'of nobody' }],
  ] as const
  for (const [command, input] of texts) await give(command, input)
  const standing = ({ kind }: { readonly kind: string }, key: string) => hub.copy(`${kind}/${key}`)?.value ?? {}
  const { changes } = attempt(standing, (transaction) =>
    takeOutOfDeliveries({ ...transaction } as never, { id: 'rex', steamIds: [rex] }),
  )
  const left = JSON.stringify(changes.map(({ next }) => next))
  for (const gone of [rex, 'to Rex', 'something']) expect(left).not.toContain(gone)
  expect(left).toContain('of nobody')
  expect(changes.map(({ kind }) => kind.kind).sort()).toEqual([
    ...['deliveries', 'deliveryWords', 'deliveryWords', 'ownDeliveries'],
  ])
})
