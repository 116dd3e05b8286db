import { expect, test } from 'vitest'
import { deliveryAudit } from '../../../shared/features/deliveries/archives.ts'
import { saveGame, startServer } from '../../../shared/features/deliveries/commands.ts'
import { isOpenState, mostOpen } from '../../../shared/features/deliveries/delivery.ts'
import { moveToManual } from '../../../shared/features/deliveries/hubCommands.ts'
import * as commands from '../../../shared/features/serverControl/commands.ts'
import { openControl } from './testing/openControl.ts'

const minuteMs = 60_000

test('[SVC17] a broadcast has a word for its style before it, and is sent 1, 2, 3 or 5 times by its priority', async () => {
  const { ask, said, broadcasts } = await openControl()
  const send = (input: object) => ask(commands.sendBroadcast, { text: ' Hello ', ...input })
  await send({})
  await send({ style: 'warning', priority: 'medium' })
  await send({ style: 'celebration', priority: 'high' })
  await send({ style: 'admin', priority: 'urgent' })
  const times = (text: string, count: number) => Array.from({ length: count }, () => text)
  expect(said()).toEqual([
    'Hello',
    ...times('WARNING: Hello', 2),
    ...times('CELEBRATION: Hello', 3),
    ...times('ADMIN: Hello', 5),
  ])
  expect(broadcasts().sent.map(({ style, deliveries }) => [style, deliveries.length])).toEqual([
    ['admin', 5],
    ['celebration', 3],
    ['warning', 2],
    ['normal', 1],
  ])
  expect(await send({ text: ' ' })).toMatchObject({ code: 'noMessage' })
  expect(await send({ text: 'x'.repeat(201) })).toMatchObject({ code: 'tooLong' })
  expect((await send({ text: '🦖'.repeat(200) })).code).toBeUndefined()
})

test('[SVC18] a delayed broadcast is sent once at its time, even by a hub that was restarted, and can be stopped before', async () => {
  const { ask, said, passMinutes, restart, broadcasts } = await openControl()
  await ask(commands.sendBroadcast, { text: 'Later', delayMinutes: 10 })
  const { waiting } = await ask(commands.sendBroadcast, { text: 'Never', delayMinutes: 10 })
  expect(await ask(commands.stopBroadcast, { id: waiting })).toEqual({})
  expect(await ask(commands.stopBroadcast, { id: waiting })).toMatchObject({ code: 'gone' })
  await passMinutes(5)
  await restart(3 * minuteMs)
  expect(said()).toEqual([])
  await passMinutes(3)
  expect([said(), broadcasts().waiting]).toEqual([['Later'], {}])
})

test('[SVC19] a repeated broadcast goes out at once and every so many minutes, until it is stopped or a day is over', {
  tags: 'slow',
}, async () => {
  const { ask, said, passMinutes, broadcasts } = await openControl()
  const { waiting } = await ask(commands.sendBroadcast, { text: 'Rules', repeatMinutes: 30 })
  await passMinutes(61)
  expect(said()).toHaveLength(3)
  expect(broadcasts().waiting[waiting ?? '']).toMatchObject({ times: 3, everyMinutes: 30 })
  await ask(commands.stopBroadcast, { id: waiting })
  await passMinutes(60)
  expect(said()).toHaveLength(3)
  await ask(commands.sendBroadcast, { text: 'Hourly', repeatMinutes: 60 })
  await passMinutes(26 * 60)
  expect(broadcasts().sent.filter(({ text }) => text === 'Hourly')).toHaveLength(20)
  expect(broadcasts().sent[0]).toMatchObject({ nth: 25 })
  expect(broadcasts().waiting).toEqual({})
})

test('[SVC20] a broadcast whose time passed more than five minutes before, while the hub was down, is not sent; a repeated one goes on', async () => {
  const { ask, said, passMinutes, restart } = await openControl()
  await ask(commands.sendBroadcast, { text: 'Once', delayMinutes: 5 })
  await ask(commands.sendBroadcast, { text: 'Again', repeatMinutes: 10 })
  await passMinutes(1)
  await restart(25 * minuteMs)
  expect(said()).toEqual(['Again'])
  await passMinutes(10)
  expect(said()).toEqual(['Again', 'Again'])
})

test('[SVC71] each delivery of a broadcast has its line among the commands of the audit, by the owner or by the hub', async () => {
  const { ask, passMinutes, ordered, memory } = await openControl()
  await ask(commands.sendBroadcast, { text: 'Now', priority: 'medium' })
  await ask(commands.sendBroadcast, { text: 'Later', delayMinutes: 5 })
  await passMinutes(6)
  const { rows } = await memory.storage.archivePage({ kind: deliveryAudit.kind, before: null, limit: 10 })
  const lines = rows.map(({ row }) => deliveryAudit.schema.parse(row)).reverse()
  expect(lines.map(({ act, by, byHub, detail }) => [act, by, byHub, detail])).toEqual([
    ['broadcast', 'olga', false, { text: 'Now' }],
    ['broadcast', 'olga', false, { text: 'Now' }],
    ['broadcast', 'broadcasts', true, { text: 'Later' }],
  ])
  expect(lines.map(({ delivery }) => delivery)).toEqual(ordered('broadcast').map(({ id }) => id))
})

test('[SVC83] a repeated broadcast that named a user who has erased their account is not sent again', async () => {
  const { hub, ask, said, passMinutes, broadcasts } = await openControl()
  const steamId = '76561198000000123'
  await ask(commands.sendBroadcast, { text: `Ask ${steamId}`, delayMinutes: 20, repeatMinutes: 30 })
  await ask(commands.sendBroadcast, { text: 'Rules', repeatMinutes: 30 })
  await hub.erase({ ids: ['ann'], externalIds: [steamId], documents: [] })
  await passMinutes(31)
  expect(said()).toEqual(['Rules', 'Rules'])
  expect(Object.values(broadcasts().waiting).map(({ text }) => text)).toEqual(['Rules'])
})

test('[SVC95] of a repeated broadcast that no link takes, only the latest waits; one with another text stays', async () => {
  const { ask, ordered, passMinutes, execute } = await openControl()
  await ask(commands.sendBroadcast, { text: 'Hello', delayMinutes: 5 })
  await ask(commands.sendBroadcast, { text: 'Rules', priority: 'medium', delayMinutes: 5, repeatMinutes: 5 })
  for (let nth = 0; nth < 4; nth += 1) {
    await passMinutes(5)
    const queued = ordered('broadcast').filter(({ state }) => state === 'queued')
    for (const { id } of queued.slice(nth % 2))
      await execute(moveToManual.name, { id, command: 'announce', why: 'No link' })
  }
  const all = ordered('broadcast')
  expect(all).toHaveLength(9)
  const [open, other] = [true, false].map((isOpen) => all.filter(({ state }) => isOpenState(state) === isOpen))
  expect(open?.map(({ detail }) => detail.text)).toEqual(['Hello', 'Rules', 'Rules'])
  expect(new Set(other?.map(({ state }) => state))).toEqual(new Set(['dropped']))
})

test('[SVC96] however many commands are open, the server can be started and restarted, and the game is saved before that', {
  tags: 'slow',
}, async () => {
  const { ask, ordered, canSend } = await openControl()
  for (let given = 0; given < mostOpen; given += 1) await ask(saveGame, {}, `staff ${given % 5}`)
  expect(await ask(saveGame)).toMatchObject({ code: 'tooMany' })
  await canSend('save')
  expect((await ask(commands.restartNow)).code).toBeUndefined()
  expect(ordered('save')).toHaveLength(mostOpen + 1)
  expect(await ask(startServer)).toMatchObject({ code: 'hostBusy' })
  await ask({ name: 'deliveries.cancel' }, { id: ordered('restart')[0]?.id })
  expect((await ask(startServer)).code).toBeUndefined()
})
