import { expect, test } from 'vitest'
import { beginAttempt, reportSendable } from '../../../shared/features/deliveries/hubCommands.ts'
import { eraseMe } from '../../../shared/features/erasure/commands.ts'
import { exportMe } from '../../../shared/features/erasure/queries.ts'
import { fightMs, fightRecord, logFeed, logProgress, mostInFeed } from '../../../shared/features/gameLog/gameLog.ts'
import {
  myFights,
  searchAdminActs,
  searchChat,
  searchKills,
  searchVisits,
} from '../../../shared/features/gameLog/queries.ts'
import { parkDinosaur } from '../../../shared/features/inventory/commands.ts'
import { reportRoster } from '../../../shared/features/roster/commands.ts'
import { person } from '../../testing/principals.ts'
import { playing } from '../inventory/testing/openInventory.ts'
import { animalOf, mia, openGameLog, playerOf, rex } from './testing/openGameLog.ts'

const moderator = person('mo', 'moderator')
const admin = person('ada', 'admin')
const rowsOf = ({ rows }: { rows: readonly { row: Record<string, unknown> }[] }) => rows.map(({ row }) => row)

test('[GL1] each line is recorded once: a batch that does not begin at the kept position is refused, even after a crash', async () => {
  const log = await openGameLog()
  await log.chat(rex, 'one')
  await log.chat(rex, 'two')
  const again = [{ kind: 'chat', at: 1, channel: 'global', group: null, player: playerOf(rex), text: 'two' }]
  await expect(log.record(again, { from: 'line 1', to: 'line 2' })).rejects.toMatchObject({ code: 'moved' })
  expect(rowsOf(await log.query(moderator, searchChat.name)).map(({ text }) => text)).toEqual(['two', 'one'])
  const { hub } = await log.restart()
  expect(hub.read(logProgress, 'main')).toMatchObject({ position: 'line 2', recorded: 2 })
})

test('[GL2] a kill is kept with both players, and counted for the killer and the victim', async () => {
  const log = await openGameLog()
  await log.record([log.kill(rex, mia), log.kill(null, rex)])
  expect(rowsOf(await log.query(moderator, searchKills.name))).toMatchObject([
    { by: 'animal', killer: null, victim: { id: rex } },
    { by: 'player', killer: { id: rex, name: 'Rex' }, victim: { id: mia, name: 'Mia' }, happenedAt: log.now() },
  ])
  expect(log.hub.read(fightRecord, rex)).toEqual({
    kills: 1,
    deaths: 1,
    lastKillAt: log.now(),
    lastDeathAt: log.now(),
    recent: {
      1: { at: log.now(), act: 'kill', species: 'Carnotaurus', other: 'Dryosaurus' },
      2: { at: log.now(), act: 'death', species: 'Dryosaurus', other: null },
    },
  })
  expect(log.hub.read(fightRecord, mia)).toMatchObject({ kills: 0, deaths: 1 })
})

test('[GL3] a death without a killer keeps the text of the game', async () => {
  const log = await openGameLog()
  const death = { kind: 'death', at: log.now(), player: playerOf(rex), animal: animalOf('Troodon'), location: null }
  await log.record([{ ...death, cause: 'Died from Natural cause' }])
  expect(rowsOf(await log.query(moderator, searchKills.name))).toMatchObject([
    { by: 'nature', cause: 'Died from Natural cause', victim: { id: rex }, killerAnimal: null },
  ])
  expect(log.hub.read(fightRecord, rex)).toMatchObject({ kills: 0, deaths: 1 })
})

test('[GL16] the death by which a mod stores a dinosaur is not a death of its player; another one is', async () => {
  const log = await openGameLog()
  await log.join(rex, mia)
  const ann = await log.user('ann', rex)
  const players = [playing(rex, 'Troodon', 80)]
  const reading = { server: 'main', players, readAt: log.now(), everyMs: 2_000 }
  await log.hub.execute('game link', reportRoster.name, reading)
  await log.hub.execute('deliveries', reportSendable.name, { server: 'main', kinds: ['park'] })
  const parked = await log.dispatch(ann, parkDinosaur.name, {})
  const { delivery: id } = (parked.ok ? parked.output : {}) as { delivery: string }
  const attempt = { server: 'main', id, link: 'commandBridge', command: 'x', again: false }
  await log.hub.execute('deliveries', beginAttempt.name, attempt)
  const death = (player: string, at: number) => ({
    kind: 'death',
    at,
    player: playerOf(player),
    animal: animalOf('Troodon'),
    location: null,
    cause: 'Died from Natural cause',
  })
  await log.record([death(rex, log.now() + 3_000), death(mia, log.now())])
  expect(log.hub.read(fightRecord, rex)).toMatchObject({ deaths: 0 })
  expect(log.hub.read(fightRecord, mia)).toMatchObject({ deaths: 1 })
  await log.record([death(rex, log.now() + 120_000)])
  expect(log.hub.read(fightRecord, rex)).toMatchObject({ deaths: 1 })
})

test('[GL4] where a kill happened is shown only to staff who may see all positions', async () => {
  const log = await openGameLog()
  await log.record([log.kill(rex, mia)])
  expect(rowsOf(await log.query(moderator, searchKills.name))[0]).toMatchObject({ location: null })
  expect(rowsOf(await log.query(admin, searchKills.name))[0]).toMatchObject({ location: { x: 1_000, y: 2_000, z: 3 } })
})

test('[GL38] a search does not find kills by a place that the asker may not see', async () => {
  const log = await openGameLog()
  await log.record([log.kill(rex, mia)])
  const found = async (who: typeof moderator, text: string) =>
    rowsOf(await log.query(who, searchKills.name, { text, player: rex })).length
  for (const text of ['2000', '20', '1000'])
    expect([await found(moderator, text), await found(admin, text)]).toEqual([0, 1])
  expect(await found(moderator, 'carnotaurus mia')).toBe(1)
})

test("[GL39] kills are found by the game's name of a species and by the players'", async () => {
  const log = await openGameLog()
  await log.record([{ ...log.kill(rex, mia), victimAnimal: { species: 'Omniraptor', gender: null, growth: 0.5 } }])
  for (const text of ['omni', 'utah'])
    expect(rowsOf(await log.query(moderator, searchKills.name, { text, player: rex }))).toHaveLength(1)
})

test('[GV1] the feed has no places: staff who may not see positions read it too', async () => {
  const log = await openGameLog()
  await log.record([log.kill(rex, mia)])
  expect(Object.values(log.hub.read(logFeed, 'main').lines)).toMatchObject([{ kind: 'kill', location: null }])
})

test('[GV2] the count of kills and deaths is for the player and for staff who read the log; a hub without a log says so', async () => {
  const log = await openGameLog()
  const ann = await log.user('ann', rex)
  expect(await log.query(ann, myFights.name)).toEqual({ fights: [], next: null, isRecorded: false })
  await log.record([log.kill(rex, mia)])
  const readers = [moderator, ann, await log.user('bob', mia), person('eve', 'player')]
  expect(readers.map((one) => log.hub.mayRead(one, `fightRecord/${rex}`))).toEqual([true, true, false, false])
})

test('[GL5] leaving without rest within a minute after a kill is marked, and nothing else is', async () => {
  const log = await openGameLog()
  const killedAt = log.now()
  await log.record([
    log.kill(rex, mia, killedAt),
    log.leave(rex, true, killedAt + 5_000),
    log.leave(rex, false, killedAt + 10_000),
    log.leave(rex, null, killedAt + 20_000),
    log.leave(mia, false, killedAt + 30_000),
    log.leave(rex, false, killedAt + fightMs + 1),
  ])
  const all = rowsOf(await log.query(moderator, searchVisits.name))
  expect(all.map(({ afterFightMs }) => afterFightMs)).toEqual([null, null, null, 10_000, null])
  const marked = rowsOf(await log.query(moderator, searchVisits.name, { afterFight: true }))
  expect(marked).toMatchObject([{ act: 'leave', isSafe: false, player: { id: rex }, afterFightMs: 10_000 }])
})

test('[GL6] the latest kills are kept only as long as they matter', async () => {
  const log = await openGameLog()
  await log.record([log.kill(rex, mia, 1_000), log.kill(mia, rex, 2_000 + fightMs)])
  expect(log.hub.read(logProgress, 'main').fights).toEqual({ [mia]: 2_000 + fightMs })
})

test('[GL7] staff without the permission, players and guests read nothing of the log', async () => {
  const log = await openGameLog()
  await log.record([log.kill(rex, mia)])
  const player = await log.user('ann', rex)
  for (const name of [searchKills.name, searchChat.name, searchVisits.name, searchAdminActs.name])
    await expect(log.query(player, name)).rejects.toThrow('forbidden')
  expect(log.hub.mayRead(player, 'logFeed/main')).toBe(false)
  expect(log.hub.mayRead(moderator, 'logFeed/main')).toBe(true)
})

test('[GL8] players read their own kills and deaths, without the names, ids and places of others', async () => {
  const log = await openGameLog()
  await log.record([log.kill(rex, mia), log.kill(mia, rex), log.kill(mia, '76561198000000003')])
  const answer = await log.query(await log.user('ann', rex), myFights.name)
  expect(answer).toMatchObject({
    fights: [
      { act: 'death', by: 'player', own: { species: 'Dryosaurus' }, other: { species: 'Carnotaurus' } },
      { act: 'kill', by: 'player', own: { species: 'Carnotaurus' }, other: { species: 'Dryosaurus' } },
    ],
  })
  expect(JSON.stringify(answer)).not.toMatch(/Mia|7656|1000|2000/)
  expect(await log.query(await log.user('bob'), myFights.name)).toEqual({ fights: [], next: null, isRecorded: true })
})

test('[GL9] rows are found by words, player and channel, page by page', async () => {
  const log = await openGameLog()
  for (let n = 0; n < 30; n += 1) await log.chat(n % 2 ? rex : mia, `message ${n} ${n % 3 ? '' : 'Nest'}`)
  await log.chat(rex, 'for admins', { channel: 'admin' })
  const textsOf = async (input: object) => {
    const texts: unknown[] = []
    for (let before: number | null = null; ; ) {
      const page = (await log.query(moderator, searchChat.name, { ...input, before, limit: 4 })) as {
        next: number | null
        rows: { row: Record<string, unknown> }[]
      }
      texts.push(...rowsOf(page).map(({ text }) => text))
      if (page.next === null) return texts
      before = page.next
    }
  }
  expect(await textsOf({ text: 'nest 12' })).toEqual(['message 12 Nest'])
  expect(await textsOf({ text: 'NEST' })).toHaveLength(10)
  expect(await textsOf({ player: rex })).toHaveLength(16)
  expect(await textsOf({ channel: 'admin' })).toEqual(['for admins'])
  expect(new Set(await textsOf({})).size).toBe(31)
})

test('[GL10] admin commands and uses of RCON are kept', async () => {
  const log = await openGameLog()
  const admins = { kind: 'adminCommand', at: log.now(), admin: playerOf(rex), target: playerOf(mia, 'Mia') }
  await log.record([
    { ...admins, command: 'Heal', before: '50%', after: '100%' },
    { kind: 'rcon', at: log.now(), command: 'KickPlayer' },
  ])
  expect(rowsOf(await log.query(moderator, searchAdminActs.name))).toMatchObject([
    { by: 'rcon', act: 'KickPlayer', admin: null },
    { by: 'panel', act: 'Heal', admin: { id: rex }, target: { id: mia }, before: '50%', after: '100%' },
  ])
})

test('[GL11] the feed holds the latest lines in their order', async () => {
  const log = await openGameLog()
  for (let n = 0; n < 5; n += 1)
    await log.record(Array.from({ length: 30 }, (_, m) => ({ ...log.leave(rex, true), at: n * 100 + m })))
  const { lines } = log.hub.read(logFeed, 'main')
  const times = Object.entries(lines)
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([, { at }]) => at)
  expect(times).toHaveLength(mostInFeed)
  expect(times).toEqual([...times].sort((one, other) => one - other))
  expect(times.at(-1)).toBe(429)
})

test('[GL12] after an erasure nothing of the log names the player, and new lines do not record them again', async () => {
  const log = await openGameLog()
  const ann = await log.user('ann', rex)
  await log.record([log.kill(rex, mia), log.leave(rex, false)])
  await log.chat(rex, 'hello')
  expect(await log.dispatch(ann, eraseMe.name, { confirm: 'ann' })).toMatchObject({ ok: true })
  await log.hub.erase({ ids: ['ann'], externalIds: [rex], documents: [`fightRecord/${rex}`] })
  await log.record([log.kill(rex, mia), log.kill(mia, rex), log.leave(rex, false)])
  await log.chat(rex, 'again')
  const left = [
    await log.query(admin, searchKills.name),
    await log.query(admin, searchVisits.name),
    await log.query(admin, searchChat.name),
    log.hub.read(logFeed, 'main'),
    log.hub.read(logProgress, 'main'),
    log.hub.read(fightRecord, rex),
  ]
  expect(JSON.stringify(left)).not.toContain(rex)
  expect(JSON.stringify(left)).not.toMatch(/Rex|hello|again/)
  expect(rowsOf(left[0] as never)).toMatchObject([{ killer: null, victim: { id: mia } }, { victim: { id: mia } }])
})

test('[GL13] the export of a player has their own part of the log', async () => {
  const log = await openGameLog()
  const ann = await log.user('ann', rex)
  await log.record([log.kill(rex, mia)])
  await log.chat(rex, 'hello')
  const answer = JSON.stringify(await log.query(ann, exportMe.name))
  expect(answer).toContain('hello')
  expect(answer).toContain('"kills":1')
  expect(answer).not.toMatch(new RegExp(`${mia}|Mia`))
})
