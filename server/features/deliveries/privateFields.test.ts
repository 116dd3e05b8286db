import { expect, test } from 'vitest'
import * as commands from '../../../shared/features/deliveries/commands.ts'
import { deliveryPrivateFields, mostSettled, privateFieldsKey } from '../../../shared/features/deliveries/delivery.ts'
import * as followUps from '../../../shared/features/deliveries/followUpCommands.ts'
import type { RedactedKind } from '../../../shared/features/deliveries/kinds.ts'
import { transact } from '../../engine/transaction.ts'
import { person } from '../../testing/principals.ts'
import type { DeliveryLink } from './link.ts'
import { eraseFromDeliveries } from './store.ts'
import { entryOf, idOf, openDeliveries, steamOf } from './testing/openDeliveries.ts'
import { startDeliveryWorker } from './worker.ts'

const [rex, mia] = [steamOf(1), steamOf(2)]
const turns = async () => {
  for (let turn = 0; turn < 6; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

/** A game that repeats what it receives in its replies. */
async function openGame(isDown = false) {
  const game = await openDeliveries()
  const { hub, clock, onFault, ask, sees, one } = game
  const received: string[] = []
  const link: DeliveryLink = {
    name: 'source',
    concurrency: 4,
    can: () => !isDown,
    isHarmlessTwice: () => false,
    state: () => ({ name: 'up' }),
    onState: () => () => {},
    commandText: ({ kind, target, detail }) => `${kind} ${target?.id ?? ''} ${detail.text ?? ''}`,
    async perform({ detail }) {
      received.push(detail.text ?? '')
      return { state: 'refused', reply: `Heard: ${detail.text}`, why: `It may mean either: ${detail.text}` }
    },
  }
  await game.link('ann', mia, 'Ann')
  await sees(entryOf(rex, 'Rex'), entryOf(mia, 'Mia'))
  startDeliveryWorker({ hub, server: 'main', links: [link], clock, onFault })
  const issue = async (command: { readonly name: string }, input: object) => {
    const id = await idOf(ask('ann', 'admin', command, input))
    await turns()
    return id
  }
  const privateFields = (kind: RedactedKind) => hub.read(deliveryPrivateFields, privateFieldsKey('main', kind)).entries
  const visibleTo = (id: string) => JSON.stringify([one(id), game.ownOf('ann')[id]])
  return { ...game, received, issue, privateFields, visibleTo }
}

test('[WD1] the texts of console commands and messages are kept in private fields, while the link gets them', async () => {
  const { issue, privateFields, one, ownOf, received, visibleTo } = await openGame()
  const console = await issue(commands.runConsole, { text: 'say hush' })
  const message = await issue(commands.messagePlayer, { target: rex, text: 'psst hush' })
  expect(received).toEqual(['say hush', 'psst hush'])
  for (const id of [console, message]) expect(visibleTo(id)).not.toContain('hush')
  expect(one(message)).toMatchObject({ redacted: 'message', target: { name: 'Rex' }, state: 'refused', byName: 'Ann' })
  expect(ownOf('ann')[message]).toEqual(one(message))
  expect(privateFields('console')).toEqual({
    [console]: {
      detail: { text: 'say hush' },
      command: 'console  say hush',
      reply: 'Heard: say hush',
      why: 'It may mean either: say hush',
    },
  })
  expect(Object.keys(privateFields('message'))).toEqual([message])
  const kick = await issue(commands.kickPlayer, { target: rex, reason: 'rude' })
  expect(one(kick)).toMatchObject({ redacted: null, detail: { reason: 'rude' } })
})

test("[V8.2.3] [WD2] only holders of a kind's permission may read its private fields", async () => {
  const { hub } = await openGame()
  const holder = (permission: string) => ({ ...person('x', 'player'), can: (one: string) => one === permission })
  for (const [permission, kind] of [
    ['runConsole', 'console'],
    ['messagePlayers', 'message'],
  ] as const)
    for (const asked of ['console', 'message'] as const)
      expect(hub.mayRead(holder(permission), `deliveryPrivateFields/${privateFieldsKey('main', asked)}`)).toBe(
        asked === kind,
      )
  expect(hub.mayRead(holder('viewPendingCommands'), 'deliveryPrivateFields/main~message')).toBe(false)
  for (const key of ['main', 'main~', 'main~kick', 'console~main', ''])
    expect(hub.mayRead(person('x', 'owner'), `deliveryPrivateFields/${key}`)).toBe(false)
})

test('[WD3] retrying, marking done and dropping keep the private fields', async () => {
  const { ask, issue, privateFields, one } = await openGame(true)
  const first = await issue(commands.messagePlayer, { target: rex, text: 'come home' })
  expect(one(first)).toMatchObject({ state: 'manual', command: '', redacted: 'message' })
  expect(privateFields('message')[first]?.command).toBe(`message ${rex} come home`)
  expect(await ask('ann', 'admin', followUps.drop, { id: first })).toMatchObject({ ok: true })
  const second = await idOf(ask('ann', 'admin', followUps.retry, { id: first }))
  expect(privateFields('message')[second]?.detail).toEqual({ text: 'come home' })
})

test('[WD4] the private fields leave with the delivery, and the archive keeps both together', async () => {
  const { issue, privateFields, all, ownOf, memory } = await openGame()
  const first = await issue(commands.runConsole, { text: 'the very first' })
  for (let issued = 0; issued < mostSettled; issued += 1) await issue(commands.saveGame, {})
  expect(all().length).toBe(mostSettled)
  expect(privateFields('console')).toEqual({})
  expect(ownOf('ann')[first]).toBeUndefined()
  const { rows } = await memory.storage.archivePage({ kind: 'deliveryHistory', before: null, limit: 9 })
  expect(rows[0]?.row).toMatchObject({ id: first, redacted: null, detail: { text: 'the very first' } })
})

test('[WD5] erasure removes what was said to or about a person, and takes the name off what the person said', async () => {
  const { issue, hub } = await openGame()
  const texts = [
    [commands.messagePlayer, { target: rex, text: 'to Rex' }],
    [commands.runConsole, { text: `tell ${rex} something` }],
    [commands.runConsole, { text: 'of nobody' }],
  ] as const
  for (const [command, input] of texts) await issue(command, input)
  const read = ({ kind }: { readonly kind: string }, key: string) => hub.copy(`${kind}/${key}`)?.value ?? {}
  const { changes } = transact(read, (transaction) =>
    eraseFromDeliveries({ ...transaction } as never, { account: 'rex', players: [rex] }),
  )
  const left = JSON.stringify(changes.map(({ next }) => next))
  for (const gone of [rex, 'to Rex', 'something']) expect(left).not.toContain(gone)
  expect(left).toContain('of nobody')
  expect(changes.map(({ kind }) => kind.kind).sort()).toEqual([
    'deliveries',
    'deliveryPrivateFields',
    'deliveryPrivateFields',
    'ownDeliveries',
  ])
})
