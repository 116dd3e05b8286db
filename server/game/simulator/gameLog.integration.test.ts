import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { LogLine } from '../../../shared/features/gameLog/lines.ts'
import { openLocalFolder } from '../files/localFolder.ts'
import { createBanFileSource } from '../log/banFile.ts'
import { withoutBan } from '../log/editBanFile.ts'
import { logShapes } from '../log/encodeLine.ts'
import { createLogSource } from '../log/logSource.ts'
import { createManualClock } from '../testing/manualClock.ts'
import { startTestSimulator } from '../testing/testSimulator.ts'
import { runModCommands } from './mod/modCommands.ts'
import { isOnline, leave } from './players.ts'
import { step } from './step.ts'

async function openLogged(shape: (typeof logShapes)[number] = 'unreal') {
  const folder = await mkdtemp(join(tmpdir(), 'waterhole-logs-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const clock = createManualClock()
  const start = () => startTestSimulator({ clock, logs: { folder, shape, chatEveryMs: 0 } })
  const simulator = await start()
  const source = createLogSource({
    folder: openLocalFolder({ path: folder }),
    zone: 'UTC',
    startAt: 'start',
    everyMs: 1_000,
    mostLines: 400,
    now: clock.now,
  })
  let position: string | null = null
  /** All lines since the last call. */
  const read = async () => {
    await simulator.gameLog?.written()
    const lines: LogLine[] = []
    for (let hasMore = true; hasMore; ) {
      const batch: Awaited<ReturnType<typeof source.read>> = await source.read(position)
      expect(batch.unknown).toBe(0)
      lines.push(...batch.lines)
      position = batch.position
      hasMore = batch.hasMore
    }
    return lines
  }
  return { folder, clock, simulator, start, read }
}

test.each(logShapes)(
  '[SGL1] what happens in an hour is in the log of the shape %s, and agrees with the world',
  async (shape) => {
    const { simulator, read } = await openLogged(shape)
    const { world } = simulator
    const deaths: string[] = []
    const { onEvent } = world
    world.onEvent = (event) => {
      if (event.kind === 'death') deaths.push(event.player.id)
      onEvent(event)
    }
    const before = new Set(world.players.filter(isOnline).map(({ id }) => id))
    step(world, 3_600_000)
    const lines = await read()
    const died = lines.flatMap((line) =>
      line.kind === 'kill' ? [line.victim.id] : line.kind === 'death' ? [line.player.id] : [],
    )
    expect(died).toEqual(deaths)
    expect(lines.filter(({ kind }) => kind === 'kill').length).toBeGreaterThan(0)
    for (const line of lines)
      if (line.kind === 'join') before.add(line.player.id)
      else if (line.kind === 'leave') before.delete(line.player.id)
    // A player who is choosing a dinosaur has joined without a line so far.
    const playing = world.players.filter((player) => isOnline(player) && player.presence !== 'choosing')
    for (const { id } of playing) expect(before).toContain(id)
  },
)

test('[SGL2] a kill over RCON or a mod, a kick and words in the chat follow in the log', async () => {
  const { simulator, read } = await openLogged()
  const { world, gameLog } = simulator
  const [first, second] = world.online().filter(({ animal }) => animal !== null)
  if (!first || !second) throw new Error('nobody plays')
  await read()
  runModCommands({ world } as never, `slay ${first.id}`)
  leave(world, second)
  gameLog?.say(first, '!link ABC234')
  expect(await read()).toMatchObject([
    { kind: 'death', player: { id: first.id }, cause: 'Died from Natural cause' },
    { kind: 'leave', player: { id: second.id } },
    { kind: 'chat', channel: 'global', player: { id: first.id }, text: '!link ABC234' },
  ])
})

test('[SGL3] a restart begins a new file, keeps the former one, and no line is lost or read twice', async () => {
  const { folder, clock, simulator, start, read } = await openLogged()
  const [player] = simulator.world.online()
  if (!player) throw new Error('nobody plays')
  simulator.gameLog?.say(player, 'before')
  expect(await read()).toMatchObject([{ text: 'before' }])
  simulator.gameLog?.say(player, 'last words')
  await simulator.close()
  await clock.advance(5_000)
  const next = await start()
  next.gameLog?.say(player, 'after')
  await next.gameLog?.written()
  expect((await read()).filter(({ kind }) => kind === 'chat')).toMatchObject([
    { text: 'last words' },
    { text: 'after' },
  ])
  expect(await readdir(folder)).toHaveLength(2)
})

test('[GV69] a ban over RCON is in the ban list that the game writes, with its end and reason', async () => {
  const { folder, clock, simulator } = await openLogged()
  const source = createBanFileSource({
    folder: openLocalFolder({ path: folder }),
    path: 'PlayerData/PlayerBans.json',
    zone: 'UTC',
    everyMs: 1,
  })
  expect(await source.read()).toBeNull()
  const { world, gameLog } = simulator
  world.onEvent({ kind: 'rcon', command: 'ban', argument: 'Rex, the king,76561198000000001,too, loud,2' })
  world.onEvent({ kind: 'rcon', command: 'ban', argument: 'nobody' })
  await gameLog?.written()
  // The file has whole seconds.
  const at = Math.floor(clock.now() / 1_000) * 1_000
  expect(await source.read()).toEqual({
    bans: [
      { id: '76561198000000001', name: 'Rex, the king', reason: 'too, loud', by: 'Rcon', at, until: at + 7_200_000 },
    ],
    unreadable: 0,
  })
  // A mod of the game lifts it there, too.
  world.bans.set('76561198000000001', 7_200_000)
  runModCommands({ world } as never, 'unban 76561198000000001')
  await gameLog?.written()
  expect(await source.read()).toEqual({ bans: [], unreadable: 0 })
})

test('[UB9] when the game starts it bans those of its list alone: an entry that was taken out meanwhile has ended', async () => {
  const { folder, clock, simulator, start } = await openLogged()
  const { world, gameLog } = simulator
  for (const id of ['76561198000000001', '76561198000000002'])
    world.onEvent({ kind: 'rcon', command: 'ban', argument: `Rex,${id},loud,2` })
  await gameLog?.written()
  await simulator.close()
  const file = join(folder, 'PlayerData', 'PlayerBans.json')
  await writeFile(file, withoutBan(await readFile(file), '76561198000000001').bytes)
  await clock.advance(60_000)
  const next = await start()
  expect([...next.world.bans.keys()]).toEqual(['76561198000000002'])
  expect(next.world.bans.get('76561198000000002')).toBeGreaterThan(next.world.elapsedMs + 7_000_000)
})
