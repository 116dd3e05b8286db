import { expect, test } from 'vitest'
import {
  backupPlan,
  backups,
  backupsKey,
  gameBackups,
  type HubBackup,
  rollbacks,
} from '../../../shared/features/backups/backups.ts'
import * as commands from '../../../shared/features/backups/commands.ts'
import { exportRows } from '../../../shared/features/backups/exports.ts'
import { lostActs, recordRollback, settleLost } from '../../../shared/features/backups/rollbacks.ts'
import { backUpGame } from '../../../shared/features/deliveries/commands.ts'
import { deliveries } from '../../../shared/features/deliveries/delivery.ts'
import * as hubCommands from '../../../shared/features/deliveries/hubCommands.ts'
import { setPermission, setRole } from '../../../shared/features/roles/commands.ts'
import { openSession } from '../../../shared/features/session/commands.ts'
import { ownSessions } from '../../../shared/features/session/session.ts'
import { ensureAccount } from '../../testing/accounts.ts'
import { allFeatures } from '../../testing/allFeatures.ts'
import { openApp } from '../../testing/openApp.ts'
import { person } from '../../testing/principals.ts'
import { gameActIn } from './gameActs.ts'

const olga = person('olga', 'owner')
const backup = (id: string, more: Partial<HubBackup> = {}): HubBackup => ({
  id,
  file: `waterhole-${id}.backup`,
  madeAt: 1_000,
  seq: 5,
  bytes: 10,
  documents: 1,
  rows: 1,
  cause: 'asked',
  isLocked: false,
  verified: { state: 'tried', at: 1_001, why: null },
  ...more,
})

async function open(list: readonly HubBackup[] = [backup('one')], whyNot: string | null = null) {
  const app = await openApp(allFeatures)
  await ensureAccount(app.hub, app.clock.now(), { account: 'olga', name: 'Olga' })
  await app.hub.execute('backups', commands.reportBackups.name, {
    list,
    failure: null,
    former: [{ name: 'before-restore-2026-11-23T05-00-00-1f2e', at: 1, bytes: 7 }],
    folder: '/srv/backups',
    node: 'alone',
    freeBytes: 1e9,
    restoresHere: whyNot === null,
    whyNot,
  })
  const give = (name: string, input: object) => app.dispatch(olga, name, input)
  const tasks = () => app.hub.read(backupPlan, backupsKey).tasks.map(({ act, backup: id }) => [act, id])
  return { ...app, give, tasks, plan: () => app.hub.read(backupPlan, backupsKey) }
}

test('[BK40] what owners ask for waits for the leading node, each once, and is gone when it is done', async () => {
  const { give, tasks, plan, hub } = await open()
  expect(await give(commands.makeBackup.name, {})).toMatchObject({ ok: true })
  expect(await give(commands.makeBackup.name, {})).toMatchObject({ code: 'busy' })
  expect(await give(commands.verifyBackup.name, { backup: 'one' })).toMatchObject({ ok: true })
  expect(await give(commands.verifyBackup.name, { backup: 'two' })).toMatchObject({ code: 'gone' })
  expect(tasks()).toEqual([
    ['make', null],
    ['verify', 'one'],
  ])
  await hub.execute('backups', commands.finishTask.name, { task: plan().tasks[0]?.id })
  expect(tasks()).toEqual([['verify', 'one']])
})

test('[BK41] only owners ask, download and export', async () => {
  const { dispatch, hub } = await open()
  for (const role of ['admin', 'player'] as const) {
    const other = person('ada', role)
    for (const [name, input] of [
      [commands.makeBackup.name, {}],
      [commands.takeBackup.name, { backup: 'one' }],
      [commands.restoreBackup.name, { backup: 'one', madeAt: 1_000 }],
    ] as const)
      expect(await dispatch(other, name, input)).toMatchObject({ code: 'forbidden' })
    expect(await hub.query(other, { name: exportRows.name, input: { of: 'ledger' } })).toMatchObject({
      code: 'forbidden',
    })
  }
})

test('[BK42] a locked backup is not deleted, a bad or another one is not restored, and neither where the hub cannot', async () => {
  const { give, tasks } = await open([
    backup('locked', { isLocked: true }),
    backup('bad', { verified: { state: 'bad', at: 1, why: 'It was cut short.' } }),
  ])
  expect(await give(commands.deleteBackup.name, { backup: 'locked' })).toMatchObject({ code: 'locked' })
  expect(await give(commands.restoreBackup.name, { backup: 'bad', madeAt: 1_000 })).toMatchObject({ code: 'bad' })
  expect(await give(commands.restoreBackup.name, { backup: 'locked', madeAt: 7 })).toMatchObject({ code: 'changed' })
  expect(await give(commands.restoreBackup.name, { backup: 'locked', madeAt: 1_000 })).toMatchObject({ ok: true })
  expect(await give(commands.restoreBackup.name, { backup: 'locked', madeAt: 1_000 })).toMatchObject({
    code: 'running',
  })
  expect(tasks()).toEqual([['restore', 'locked']])
  const elsewhere = await open([backup('one')], 'Its data is in Redis.')
  expect(await elsewhere.give(commands.restoreBackup.name, { backup: 'one', madeAt: 1_000 })).toMatchObject({
    code: 'notHere',
    message: 'The hub cannot restore this by itself. Its data is in Redis.',
  })
})

test('[BK43] the schedule runs at its wall time each day, says when, and is off when it is off', async () => {
  const { give, plan, clock, tasks, hub } = await open()
  await hub.execute('backups', commands.beginSchedule.name, {})
  const set = await give(commands.planBackups.name, { isOn: true, time: '04:30', zone: 'Europe/Berlin' })
  expect(set).toMatchObject({ ok: true, output: { nextAt: plan().nextAt } })
  const shown = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Berlin', timeStyle: 'short' })
  expect(shown.format(plan().nextAt ?? 0)).toBe('04:30')
  clock.pass((plan().nextAt ?? 0) - clock.now() + 1)
  await hub.settled()
  expect(tasks()).toEqual([['make', null]])
  expect(plan().tasks[0]?.cause).toBe('schedule')
  expect(plan().nextAt).toBeGreaterThan(clock.now())
  expect(await give(commands.planBackups.name, { isOn: true, time: '04:30', zone: 'Mars/Base' })).toMatchObject({
    code: 'noZone',
    message: 'There is no time zone Mars/Base. Use a name such as Europe/Berlin, or UTC.',
  })
  expect(await give(commands.planBackups.name, { isOn: true, time: '24:00', zone: 'UTC' })).toMatchObject({
    code: 'badInput',
  })
  await give(commands.planBackups.name, { isOn: false, time: '04:30', zone: 'UTC' })
  expect(plan().nextAt).toBeNull()
})

test('[BK44] after a restore sessions are over and nothing that may have been sent is sent again; it is written down once', async () => {
  const { hub, plan } = await open()
  const key = 'ab'.repeat(32)
  await hub.execute('sign-in', openSession.name, { key, accountId: 'olga', role: 'owner', demo: false })
  const order = {
    server: 'main',
    action: { kind: 'broadcast', target: null, detail: { text: 'Hello' } },
    by: { account: null, name: 'Hub' },
  }
  await hub.execute('test', hubCommands.issueOrder.name, order)
  const act = {
    delivery: 'd9',
    kind: 'redeem',
    by: 'ann',
    byName: 'Ann',
    target: null,
    text: 'Carnotaurus',
    redemption: 'r9',
    settledAt: 5_000,
  }
  const outcome = { at: 9_000, isDone: true, says: 'Done.', madeAt: 4_000, lost: [act] }
  await hub.execute('restore', commands.recordRestore.name, outcome)
  await hub.execute('restore', commands.recordRestore.name, outcome)
  expect(Object.keys(hub.read(ownSessions, 'olga').open)).toEqual([])
  expect(Object.values(hub.read(deliveries, 'main').entries).map(({ state }) => state)).toEqual(['unknown'])
  expect(plan().restored).toEqual({ at: 9_000, isDone: true, says: 'Done.', madeAt: 4_000, isDismissed: false })
  const [rollback] = hub.read(rollbacks, backupsKey).list
  const listed = await hub.query(olga, { name: lostActs.name, input: { rollback: rollback?.id } })
  expect(listed).toMatchObject({ ok: true, output: { acts: [act], isCut: false } })
  expect(hub.read(rollbacks, backupsKey).list).toHaveLength(1)
})

test('[BK45] after a rollback of the game the list has what was redeemed since, and staff tick it off; nothing is given by itself', async () => {
  const { hub, give, clock } = await open()
  const since = clock.now() - 60_000
  expect(await give(recordRollback.name, { since: clock.now() + 60_000 })).toMatchObject({ code: 'future' })
  const made = await give(recordRollback.name, { since })
  expect(made).toMatchObject({ ok: true })
  const [rollback] = hub.read(rollbacks, backupsKey).list
  expect(rollback).toMatchObject({ of: 'game', since, settled: [] })
  const input = { rollback: rollback?.id, delivery: 'd1', isSettled: true }
  await give(settleLost.name, input)
  expect(hub.read(rollbacks, backupsKey).list[0]?.settled).toEqual(['d1'])
  await give(settleLost.name, { ...input, isSettled: false })
  expect(hub.read(rollbacks, backupsKey).list[0]?.settled).toEqual([])
  expect(await give(settleLost.name, { ...input, rollback: 'none' })).toMatchObject({ code: 'gone' })
})

test('[BK49] the export of deliveries begins with those that are still in the document, open ones included', async () => {
  const { hub } = await open()
  const order = {
    server: 'main',
    action: { kind: 'save', target: null, detail: {} },
    by: { account: null, name: 'Hub' },
  }
  const { id } = (await hub.execute('test', hubCommands.issueOrder.name, order)) as { id: string }
  const rows = () => hub.query(olga, { name: exportRows.name, input: { of: 'deliveries' } })
  expect(await rows()).toMatchObject({
    output: { rows: [{ entry: null, row: { id, kind: 'save', state: 'queued' } }] },
  })
  const attempt = { server: 'main', id, link: 'host', command: 'save', again: false }
  await hub.execute('test', hubCommands.beginAttempt.name, attempt)
  const end = { server: 'main', id, attempt: 1, reply: null, why: null, changed: true, state: 'confirmed' }
  await hub.execute('test', hubCommands.endAttempt.name, end)
  expect(await rows()).toMatchObject({ output: { rows: [{ row: { id, state: 'confirmed' } }], next: null } })
})

test('[BK46] a backup of the game is listed with what became of it, even when nobody knows', async () => {
  const { hub } = await open()
  const order = {
    server: 'main',
    action: { kind: 'backupGame', target: null, detail: {} },
    by: { account: null, name: 'Hub' },
  }
  const { id } = (await hub.execute('test', hubCommands.issueOrder.name, order)) as { id: string }
  const states = () => hub.read(gameBackups, 'main').list.map(({ delivery, state }) => [delivery, state])
  expect(states()).toEqual([[id, 'underWay']])
  await hub.execute('test', hubCommands.beginAttempt.name, {
    server: 'main',
    id,
    link: 'host',
    command: 'backup',
    again: false,
  })
  const end = { server: 'main', id, attempt: 1, reply: null, why: 'It was not seen.', changed: true }
  await hub.execute('test', hubCommands.endAttempt.name, { ...end, state: 'unknown' })
  expect(states()).toEqual([[id, 'unknown']])
  await hub.execute('test', hubCommands.endAttempt.name, { ...end, state: 'confirmed', why: null })
  expect(states()).toEqual([[id, 'made']])
  expect(hub.read(backups, backupsKey).list).toHaveLength(1)
})

test('[BK95] a backup of the game that is cancelled with the permission of its sender is no longer under way', async () => {
  const { hub, clock, give, dispatch } = await open()
  await ensureAccount(hub, clock.now(), { account: 'ada', name: 'Ada' })
  const setPanel = (state: string) => give(setPermission.name, { account: 'ada', permission: 'ownerPanel', state })
  await give(setRole.name, { account: 'ada', role: 'admin' })
  await setPanel('given')
  expect(await dispatch(person('ada', 'owner'), backUpGame.name, { server: 'main' })).toMatchObject({ ok: true })
  const states = () => [
    ...Object.values(hub.read(deliveries, 'main').entries).map(({ state }) => state),
    ...hub.read(gameBackups, 'main').list.map(({ state, why }) => [state, why]),
  ]
  expect(states()).toEqual(['queued', ['underWay', null]])
  expect(await setPanel('taken')).toMatchObject({ ok: true })
  expect(states()).toEqual(['cancelled', ['failed', 'Its sender no longer has the permission for it.']])
})

test('[BK54] former data is deleted once it is asked for by name; a notice is dismissed for all, and the next one is shown', async () => {
  const { give, tasks, plan, hub } = await open()
  const name = 'before-restore-2026-11-23T05-00-00-1f2e'
  expect(await give(commands.deleteFormer.name, { name: '../..' })).toMatchObject({ code: 'gone' })
  expect(await give(commands.deleteFormer.name, { name })).toMatchObject({ ok: true })
  expect(tasks()).toEqual([['deleteFormer', name]])
  const restored = (at: number) =>
    hub.execute('restore', commands.recordRestore.name, { at, isDone: true, says: 'So.', madeAt: null })
  await restored(5)
  expect(await give(commands.dismissRestored.name, { at: 4 })).toMatchObject({ ok: true })
  expect(plan().restored).toMatchObject({ at: 5, isDismissed: false })
  await give(commands.dismissRestored.name, { at: 5 })
  expect(plan().restored).toMatchObject({ at: 5, isDismissed: true })
  // Recorded again by a process that ended before it knew.
  await restored(5)
  expect(plan().restored?.isDismissed).toBe(true)
  await restored(6)
  expect(plan().restored).toMatchObject({ at: 6, isDismissed: false })
})

test('[BK67] what a rollback lists says which dinosaur was parked, to what an animal was grown and where a teleport led', () => {
  const settled = { id: 'd1', number: 1, target: null, by: 'ann', byName: 'Ann', role: null, queuedAt: 1 }
  const about = (kind: string, detail: object) =>
    gameActIn(
      { ...settled, kind, detail, state: 'confirmed', link: 'commandBridge', redemption: 'r1', settledAt: 9 },
      5,
    )?.text
  const stored = { growth: 88, health: 100, hunger: 80, thirst: 70 }
  expect([
    about('park', { dinosaur: 'x', species: 'Kentrosaurus', stored }),
    about('redeem', { dinosaur: 'x', species: 'Troodon', stored: { ...stored, growth: null } }),
    about('redeem', { dinosaur: 'x' }),
    about('grow', { text: '0.5' }),
    about('spawn', { text: 'Carnotaurus' }),
    about('teleport', { destination: '76561198000000001', destinationName: 'Fernfoot' }),
    about('heal', {}),
  ]).toEqual(['Kentrosaurus, 88% grown', 'Troodon', '', 'to 50%', 'Carnotaurus', 'Fernfoot', ''])
})
