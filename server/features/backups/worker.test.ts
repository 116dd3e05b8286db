import { expect, test, vi } from 'vitest'
import { backupPlan, backups, backupsKey } from '../../../shared/features/backups/backups.ts'
import * as commands from '../../../shared/features/backups/commands.ts'
import { CommandRefused } from '../../engine/dispatch.ts'
import type { Hub } from '../../engine/hub.ts'
import { NotWritten } from '../../engine/storage.ts'
import { UnusablePlace } from '../../engine/unusablePlace.ts'
import { ensureAccount } from '../../testing/accounts.ts'
import { allFeatures } from '../../testing/allFeatures.ts'
import { openApp } from '../../testing/openApp.ts'
import { person } from '../../testing/principals.ts'
import { folderInMemory } from './testing/folderInMemory.ts'
import { startBackupsWorker } from './worker.ts'

const olga = person('olga', 'owner')

interface Faults {
  /** This command is refused the first time, as while the store is full. */
  readonly refuses?: string
  /** And each time until the next worker. */
  readonly always?: boolean
  /** The folder can't be used. */
  readonly isUnmounted?: boolean
  readonly isReadOnly?: boolean
  /** What the folder says before it can be used. */
  readonly says?: Error
  /** A backup that an earlier leader did not make. */
  readonly isLeft?: boolean
}

async function open(count: number, faults: Faults = {}) {
  const { refuses, always = false, isUnmounted = false, isLeft = false, isReadOnly = false, says = null } = faults
  const { hub, clock, dispatch } = await openApp(allFeatures)
  await ensureAccount(hub, clock.now(), { account: 'olga', name: 'Olga' })
  if (isLeft) await hub.execute('test', commands.runSchedule.name, {})
  const folder = folderInMemory(count)
  if (isUnmounted) folder.breakWith(new Error('No such folder.'))
  if (says) folder.breakWith(says)
  if (isReadOnly) folder.makeReadOnly()
  let refusals = 0
  const [warn, onFault] = [vi.fn((_text: string) => {}), vi.fn((_what: string, _error: unknown) => {})]
  const execute: Hub['execute'] = async (actor, name, input) => {
    if (name === refuses && (refusals++ === 0 || always))
      throw new CommandRefused(name, 'storageFull', 'The hub cannot save anything now.')
    return hub.execute(actor, name, input)
  }
  const restore = vi.fn(async (_id: string) => {})
  const start = (given: Pick<Hub, 'read' | 'execute' | 'onPublish'>) =>
    startBackupsWorker({
      hub: given,
      files: folder.files,
      former: folder.former,
      clock,
      node: 'alone',
      restore,
      warn,
      onFault,
    })
  const worker = start({ ...hub, execute })
  await worker.begun
  return {
    ...folder,
    restore,
    warned: () => warn.mock.calls.flat(),
    onFault,
    startAgain: () => start(hub),
    stop: worker.stop,
    clock,
    ask: (name: string, input: object) => dispatch(olga, name, input),
    shown: () => hub.read(backups, backupsKey).list?.map(({ id }) => id),
    plan: () => hub.read(backupPlan, backupsKey),
    known: () => hub.read(backups, backupsKey).former,
    stateOf: (id: string) => hub.read(backups, backupsKey).list?.find((one) => one.id === id)?.verified,
    failure: () => hub.read(backups, backupsKey).failure?.why ?? null,
    async give(name: string, input: object) {
      expect(await dispatch(olga, name, input)).toMatchObject({ ok: true })
      await until(() => expect(hub.read(backupPlan, backupsKey).tasks).toEqual([]))
    },
  }
}

const until = (check: () => void) => vi.waitFor(check, { timeout: 60_000, interval: 1 })

test('[BK47] the oldest of ten backups can be restored: the one that is made before does not push it out', async () => {
  const { give, restore, ids, stop } = await open(10)
  await give(commands.restoreBackup.name, { backup: 'old1', madeAt: 1 })
  expect(restore).toHaveBeenCalledWith('old1')
  expect(ids()).toEqual(['beforeRestore', ...Array.from({ length: 10 }, (_, nth) => `old${10 - nth}`)])
  await give(commands.makeBackup.name, {})
  expect(ids()).toHaveLength(10)
  stop()
})

test('[BK48] a task that fails says which and why until one is done; a restore without its backup beforehand restores nothing', async () => {
  const { give, restore, breakWith, failure, plan, stop } = await open(1)
  const full = new NotWritten('full', 'There is no room on the disk.')
  breakWith(full)
  await give(commands.makeBackup.name, {})
  await until(() => expect(failure()).toBe('Database backup failed. There is no room on the disk.'))
  await give(commands.lockBackup.name, { backup: 'old1', isLocked: true })
  await until(() => expect(failure()).toBe('The backup could not be locked. There is no room on the disk.'))
  await give(commands.restoreBackup.name, { backup: 'old1', madeAt: 1 })
  expect(plan().restored).toMatchObject({ isDone: false, says: 'Nothing was restored. There is no room on the disk.' })
  expect(restore).not.toHaveBeenCalled()
  await until(() => expect(failure()).toBe('Database backup failed. There is no room on the disk.'))
  breakWith(null)
  await give(commands.makeBackup.name, {})
  await until(() => expect(failure()).toBeNull())
  stop()
})

test('[BK53] former data is deleted by its name, and leaves the list; a failure says so', async () => {
  const { give, breakWith, failure, known, stop } = await open(1)
  const [{ name } = { name: '' }] = known()
  breakWith(new Error('The disk is read only.'))
  await give(commands.deleteFormer.name, { name })
  await until(() => expect(failure()).toBe('The former data could not be deleted. The disk is read only.'))
  breakWith(null)
  await give(commands.deleteFormer.name, { name })
  await until(() => expect(known()).toEqual([]))
  stop()
})

test('[BK71] a backup that was damaged after it was tried is refused before the hub stops, and its row says so with the time', async () => {
  const { give, restore, damage, ids, plan, stateOf, stop } = await open(2)
  damage('old1')
  await give(commands.restoreBackup.name, { backup: 'old1', madeAt: 1 })
  expect(restore).not.toHaveBeenCalled()
  expect(plan().restored).toMatchObject({ isDone: false, says: 'Nothing was restored. The backup is damaged.' })
  // No backup is made for a restore that cannot be.
  expect(ids()).toEqual(['old2', 'old1'])
  await until(() => expect(stateOf('old1')).toEqual({ state: 'bad', at: 9, why: 'Cut.' }))
  stop()
})

test('[BK96] a backup whose end the store refuses for a moment is made once, and the owner can ask for the next one', async () => {
  const { ask, ids, plan, clock, shown, give, stop } = await open(1, { refuses: commands.finishTask.name })
  expect(await ask(commands.makeBackup.name, {})).toMatchObject({ ok: true })
  await until(() => expect(shown()).toEqual(['asked', 'old1']))
  await until(() => {
    clock.pass(1_000)
    expect(plan().tasks).toEqual([])
  })
  expect(ids()).toEqual(['asked', 'old1'])
  await give(commands.makeBackup.name, {})
  expect(ids()).toEqual(['asked', 'asked', 'old1'])
  stop()
})

test('[BK97] while the store refuses the schedule the backups are listed with what is wrong, and ten seconds later what was left is done', async () => {
  const faults = { refuses: commands.beginSchedule.name, isLeft: true }
  const { ids, plan, clock, shown, failure, stop } = await open(1, faults)
  expect(shown()).toEqual(['old1'])
  expect(failure()).toBe(
    'Backups cannot be made now. The hub cannot save anything now. The hub tries again every ten seconds.',
  )
  clock.pass(9_999)
  await new Promise((resolve) => setImmediate(resolve))
  expect(plan().tasks).toHaveLength(1)
  clock.pass(1)
  await until(() => expect([plan().tasks, failure()]).toEqual([[], null]))
  expect(ids()).toEqual(['schedule', 'old1'])
  stop()
})

test('[BK98] a folder that is not there yet is tried again until it is, and then what was left is done', async () => {
  const { ids, plan, clock, breakWith, shown, failure, stop } = await open(1, { isUnmounted: true, isLeft: true })
  expect([shown(), failure()]).toEqual([
    [],
    'The folder of backups cannot be used. No such folder. The hub tries again every ten seconds.',
  ])
  breakWith(null)
  clock.pass(10_000)
  await until(() => expect([plan().tasks, failure()]).toEqual([[], null]))
  await until(() => expect(shown()).toEqual(['schedule', 'old1']))
  expect(ids()).toEqual(['schedule', 'old1'])
  stop()
})

test('[BK1300] a folder that cannot be used is one line for the owner in the log, once, and the same on the page', async () => {
  const says = 'BACKUP_DIR is /srv/backups, which is a file. Move that file away.'
  const { clock, warned, onFault, failure, breakWith, stop } = await open(1, { says: new UnusablePlace(says) })
  const whole = `The folder of backups cannot be used. ${says} The hub tries again every ten seconds.`
  expect(failure()).toBe(whole)
  clock.pass(10_000)
  await new Promise((resolve) => setImmediate(resolve))
  expect(warned()).toEqual([whole])
  expect(onFault).not.toHaveBeenCalled()
  breakWith(null)
  stop()
})

test('[BK1301] a backup that the folder does not take, or for which the disk has no room, is one line in the log, and no fault', async () => {
  const { give, breakWith, warned, onFault, failure, stop } = await open(1)
  for (const error of [new UnusablePlace('BACKUP_DIR is read-only.'), new NotWritten('full', 'There is no room.')]) {
    breakWith(error)
    await give(commands.makeBackup.name, {})
    await until(() => expect(failure()).toBe(`Database backup failed. ${error.message}`))
  }
  expect(warned()).toEqual([
    'Database backup failed. BACKUP_DIR is read-only.',
    'Database backup failed. There is no room.',
  ])
  expect(onFault).not.toHaveBeenCalled()
  breakWith(new Error('Something else.'))
  await give(commands.makeBackup.name, {})
  await until(() => expect(failure()).toBe('Database backup failed. Something else.'))
  expect(onFault).toHaveBeenCalledTimes(1)
  stop()
})

test('[BK1302] a folder that can be read and not written is named at the start, and what is in it stays listed', async () => {
  const { shown, failure, warned, stop } = await open(2, { isReadOnly: true })
  const says = 'Backups cannot be made now. BACKUP_DIR is /srv/backups, which may not be used.'
  expect([shown(), failure(), warned()]).toEqual([['old2', 'old1'], says, [says]])
  stop()
})

test('[BK1307] a backup that was made before the hub was stopped, and whose end was not recorded, is not made again', async () => {
  const { give, ask, ids, plan, shown, startAgain, stop } = await open(1, {
    refuses: commands.finishTask.name,
    always: true,
  })
  expect(await ask(commands.makeBackup.name, {})).toMatchObject({ ok: true })
  await until(() => expect(shown()).toEqual(['asked', 'old1']))
  stop()
  expect(plan().tasks).toHaveLength(1)
  const next = startAgain()
  await next.begun
  await until(() => expect(plan().tasks).toEqual([]))
  expect(ids()).toEqual(['asked', 'old1'])
  await give(commands.makeBackup.name, {})
  expect(ids()).toEqual(['asked', 'asked', 'old1'])
  next.stop()
})
