import { expect, test } from 'vitest'
import { eraseMe } from '../../../shared/features/erasure/commands.ts'
import { setPermission, setRole } from '../../../shared/features/roles/commands.ts'
import { serverControlAudit } from '../../../shared/features/serverControl/archives.ts'
import * as commands from '../../../shared/features/serverControl/commands.ts'
import { ensureAccount } from '../../testing/accounts.ts'
import { openControl } from './testing/openControl.ts'

/** Ann is an admin with the panel. She and Olga repeat a broadcast, and Ann counts a restart down. */
async function openOrdered() {
  const world = await openControl()
  const { ask, hub, clock, broadcasts } = world
  await ensureAccount(hub, clock.now(), { account: 'ann', name: 'Ann' })
  await ask(setRole, { account: 'ann', role: 'admin' })
  await ask(setPermission, { account: 'ann', permission: 'ownerPanel', state: 'given' })
  const repeat = { delayMinutes: 5, repeatMinutes: 30 }
  await ask(commands.sendBroadcast, { text: 'Buy at my shop', ...repeat }, 'ann')
  await ask(commands.sendBroadcast, { text: 'Rules', ...repeat })
  await ask(commands.restartSoon, { minutes: 20, reason: 'Bye' }, 'ann')
  await world.passMinutes(6)
  return { ...world, waiting: () => Object.values(broadcasts().waiting).map(({ text }) => text) }
}

test('[SVC97] repeated broadcasts and the countdown of an account end with its permission for the panel, and players learn it', async () => {
  const { ask, ordered, control, waiting, passMinutes, said, memory } = await openOrdered()
  const [ofAnn] = ordered('broadcast').filter(({ detail }) => detail.text === 'Buy at my shop')
  expect(ofAnn?.state).toBe('queued')
  await ask(setPermission, { account: 'ann', permission: 'ownerPanel', state: 'asRole' })
  expect(waiting()).toEqual(['Rules'])
  expect(control().soon).toBeNull()
  expect(control().past[0]).toMatchObject({ outcome: 'cancelled' })
  expect(said().at(-1)).toBe('The restart of the server is cancelled.')
  expect(ordered('broadcast').find(({ id }) => id === ofAnn?.id)).toMatchObject({ state: 'dropped' })
  await passMinutes(40)
  expect(said().filter((text) => text === 'Buy at my shop')).toHaveLength(1)
  expect(ordered('restart')).toEqual([])
  const { rows } = await memory.storage.archivePage({ kind: serverControlAudit.kind, before: null, limit: 2 })
  expect(rows.map(({ row }) => [row.act, row.by])).toEqual([
    ['cancelRestart', 'olga'],
    ['stopBroadcast', 'olga'],
  ])
})

test('[SVC98] staff who lose the permission to broadcast lose their broadcasts, and not the countdown', async () => {
  const { ask, control, waiting } = await openOrdered()
  await ask(setPermission, { account: 'ann', permission: 'kickPlayers', state: 'taken' })
  expect(waiting()).toEqual(['Buy at my shop', 'Rules'])
  await ask(setPermission, { account: 'ann', permission: 'broadcast', state: 'taken' })
  expect(waiting()).toEqual(['Rules'])
  expect(control().soon).toMatchObject({ account: 'ann' })
})

test('[SVC99] an erased account is in no broadcast and no countdown, and both go on', async () => {
  const { ask, control, broadcasts, waiting } = await openOrdered()
  expect(await ask(eraseMe, { confirm: 'Ann' }, 'ann')).toEqual({})
  expect(waiting()).toEqual(['Buy at my shop', 'Rules'])
  expect(JSON.stringify([broadcasts(), control()])).not.toContain('ann')
  expect(control().soon).toMatchObject({ reason: 'Bye', account: null })
})
