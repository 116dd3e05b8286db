import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { LogLine } from '../../../shared/features/gameLog/lines.ts'
import { openLocalFolder } from '../files/localFolder.ts'
import { encodeLine, lineTime, logShapes } from './encodeLine.ts'
import type { LogEvent } from './logEvent.ts'
import { createLogSource } from './logSource.ts'

const at = Date.UTC(2026, 10, 22, 13)
const player = { id: '76561198000000001', name: 'Rex' }
const other = { id: '76561198000000002', name: 'Mia' }
const animal = { species: 'Carnotaurus', gender: 'Male', growth: 0.75 } as const
const folders: string[] = []
afterEach(() => Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true }))))

async function openSource(startAt: 'start' | 'end' = 'start') {
  const folder = await mkdtemp(join(tmpdir(), 'waterhole-log-'))
  folders.push(folder)
  const source = createLogSource({
    folder: openLocalFolder({ path: folder }),
    zone: 'UTC',
    startAt,
    everyMs: 1_000,
    mostLines: 400,
    now: () => at + 60_000,
  })
  return { source, file: join(folder, 'TheIsle.log') }
}

/** Reads to the end. */
async function readAll(source: ReturnType<typeof createLogSource>, from: string | null = null) {
  let [position, read, hasMore] = [from, 0, true]
  const lines: LogLine[] = []
  while (hasMore) {
    const batch = await source.read(position)
    lines.push(...batch.lines)
    read += batch.read
    position = batch.position
    hasMore = batch.hasMore
  }
  return { lines, position, read }
}

const first = 'Log file open, 11/22/26 13:00:00\n'

test.each(logShapes)(
  '[LS1] each event of the shape %s becomes a line that the hub takes, at the time of the game',
  async (shape) => {
    const { source, file } = await openSource()
    const time = lineTime(at, 0, shape)
    const events: LogEvent[] = [
      { kind: 'chat', time, channel: 'global', group: null, player, text: 'hello' },
      { kind: 'join', time, player, save: 'found', animal },
      { kind: 'leave', time, player, isSafe: false, animal },
      {
        kind: 'kill',
        time,
        by: 'player',
        killer: player,
        killerAnimal: animal,
        victim: other,
        victimAnimal: animal,
        location: { x: 1, y: 2, z: 3 },
      },
      { kind: 'death', time, player, animal, cause: 'Died from Natural cause', location: null },
      { kind: 'rcon', time, command: 'KickPlayer', argument: player.id, isQuestion: false },
      { kind: 'rcon', time, command: 'GetPlayerList', argument: '', isQuestion: true },
    ]
    await writeFile(file, first + events.map((event) => `${encodeLine(event, shape)}\n`).join(''))
    const { lines, read } = await readAll(source)
    expect(lines.map(({ kind }) => kind)).toEqual(['chat', 'join', 'leave', 'kill', 'death', 'rcon'])
    for (const line of lines) expect(LogLine.parse(line)).toEqual(line)
    expect(new Set(lines.map((line) => line.at))).toEqual(new Set([at]))
    expect(JSON.stringify(lines.at(-1))).not.toContain(player.id)
    expect(read).toBe(events.length + 1)
  },
)

test('[LS2] reading goes on from a stored position, in another process too', async () => {
  const { source, file } = await openSource()
  const chat = (text: string) =>
    `${encodeLine({ kind: 'chat', time: lineTime(at, 0, 'unreal'), channel: 'global', group: null, player, text }, 'unreal')}\n`
  await writeFile(file, first + chat('one'))
  const { position } = await readAll(source)
  await appendFile(file, chat('two'))
  const again = createLogSource({
    folder: openLocalFolder({ path: join(file, '..') }),
    zone: 'UTC',
    startAt: 'end',
    everyMs: 1_000,
    mostLines: 400,
    now: () => at,
  })
  const { lines } = await readAll(again, position)
  expect(lines).toMatchObject([{ kind: 'chat', text: 'two' }])
})

test('[LS3] a missing log is reported with the names that were looked for', async () => {
  const { source } = await openSource()
  await expect(source.read(null)).rejects.toThrow(/There is no TheIsle.log or TheIsle-Shipping.log in .*Saved\/Logs/)
})
