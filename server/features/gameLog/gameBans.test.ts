import { expect, test } from 'vitest'
import { eraseMe } from '../../../shared/features/erasure/commands.ts'
import { compareBans, gameBans, readGameBans } from '../../../shared/features/gameLog/gameBans.ts'
import { person } from '../../testing/principals.ts'
import { type BanListSource, startBanListWorker } from './gameBans.ts'
import { mia, openGameLog, rex } from './testing/openGameLog.ts'

const ban = (name: string, until: number | null = null) => ({ name, reason: 'too loud', by: 'Rcon', at: 1, until })
type Found = Awaited<ReturnType<BanListSource['read']>>
const listOf = (...ids: readonly string[]): Found => ({ bans: ids.map((id) => ({ id, ...ban('Rex') })), unreadable: 1 })

async function openList(first: Found | Error) {
  const log = await openGameLog()
  let found = first
  let reads = 0
  const source: BanListSource = {
    place: 'a test',
    everyMs: 120_000,
    async read() {
      reads += 1
      if (found instanceof Error) throw found
      return found
    },
  }
  const start = () =>
    startBanListWorker({
      hub: log.hub,
      server: 'main',
      source,
      clock: log.clock,
      onFault: (what, error) => log.faults.push(`${what}: ${error}`),
    })
  const settle = async () => {
    for (let turn = 0; turn < 40; turn += 1) await new Promise((resolve) => setImmediate(resolve))
  }
  return {
    ...log,
    start,
    settle,
    give: (next: Found | Error) => {
      found = next
    },
    reads: () => reads,
    list: () => log.hub.read(gameBans, 'main'),
    async pass(ms: number) {
      log.clock.pass(ms)
      await settle()
    },
  }
}
const admin = person('ada', 'admin')

test('[GV70] the list is read at the start, every few minutes, and when a user asks', async () => {
  const { start, settle, give, reads, list, pass, dispatch, faults } = await openList(listOf(rex))
  start()
  await settle()
  expect(list()).toMatchObject({ state: 'here', place: 'a test', unreadable: 1, bans: { [rex]: { name: 'Rex' } } })
  give(listOf(rex, mia))
  await pass(120_000)
  expect(Object.keys(list().bans)).toEqual([rex, mia])
  give(listOf(mia))
  expect(await dispatch(admin, readGameBans.name, {})).toMatchObject({ ok: true })
  await settle()
  expect(Object.keys(list().bans)).toEqual([mia])
  expect(reads()).toBe(3)
  expect(faults).toEqual([])
})

test('[GV71] a list that fails keeps what was read, with the reason; one that the game has not written is empty', async () => {
  const { start, settle, give, list, pass } = await openList(listOf(rex))
  start()
  await settle()
  const { readAt } = list()
  give(new Error('The folder cannot be reached.'))
  await pass(120_000)
  expect(list()).toMatchObject({ state: 'failing', why: 'The folder cannot be reached.', readAt })
  expect(Object.keys(list().bans)).toEqual([rex])
  give(null)
  await pass(120_000)
  expect(list()).toMatchObject({ state: 'absent', why: null, bans: {} })
})

test('[GV72] the list is for staff who may ban; without a folder nothing is read', async () => {
  const { hub, dispatch, user } = await openList(listOf(rex))
  const readers = [admin, person('mo', 'moderator'), await user('ann', rex)]
  expect(readers.map((one) => hub.mayRead(one, 'gameBans/main'))).toEqual([true, false, false])
  expect(await dispatch(person('mo', 'moderator'), readGameBans.name, {})).toMatchObject({ code: 'forbidden' })
  expect(await dispatch(admin, readGameBans.name, {})).toMatchObject({ code: 'off' })
})

test('[GV73] after an erasure the ban stays without name and reason, even after the next reading', async () => {
  const { start, settle, give, list, pass, user, dispatch, hub } = await openList(listOf(rex))
  start()
  await settle()
  expect(await dispatch(await user('ann', rex), eraseMe.name, { confirm: 'ann' })).toMatchObject({ ok: true })
  await hub.erase({ ids: ['ann'], externalIds: [rex], documents: [] })
  expect(list().bans).toMatchObject({ [rex]: { name: '', reason: '' } })
  give(listOf(rex, mia))
  await pass(120_000)
  expect(list().bans).toMatchObject({ [rex]: { name: '', reason: '' }, [mia]: { name: 'Rex' } })
})

test('[GV74] after it is stopped the worker reads no more, even when asked', async () => {
  const { start, settle, reads, pass, dispatch } = await openList(listOf(rex))
  const stop = start()
  await settle()
  stop()
  await dispatch(admin, readGameBans.name, {})
  await pass(300_000)
  expect(reads()).toBe(1)
})

const hourMs = 3_600_000
test.each([
  [null, null, 'none'],
  [10 * hourMs, 11 * hourMs, 'none'],
  [10 * hourMs, 12 * hourMs, 'otherEnd'],
  [10 * hourMs, null, 'otherEnd'],
  [10 * hourMs, undefined, 'onlyHere'],
  [undefined, null, 'onlyInGame'],
  [hourMs, 10 * hourMs, 'onlyInGame'],
  [hourMs, 2 * hourMs, null],
] as const)(
  '[GV75] ours until %s and theirs until %s is %s; bans that are over do not count',
  (ours, theirs, wanted) => {
    const our = { ...ban('Rex'), byName: 'Ann', at: 0, delivery: '', seen: 0, seenAt: null, before: null }
    const compared = compareBans(
      ours === undefined ? {} : { [rex]: { ...our, until: ours } },
      theirs === undefined ? {} : { [rex]: ban('Rex', theirs) },
      3 * hourMs,
    )
    expect(compared.map(({ difference }) => difference)).toEqual(wanted === null ? [] : [wanted])
  },
)
