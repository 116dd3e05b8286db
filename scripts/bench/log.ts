// GL1: lines of the game's log parsed a second. GL2: memory while a log of 2 GB is followed. Alone: node scripts/bench/log.ts
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openLocalFolder } from '../../server/game/files/localFolder.ts'
import { encodeLine, lineTime } from '../../server/game/log/encodeLine.ts'
import { createLogFollower } from '../../server/game/log/follower.ts'
import { createLineDecoder, encodingOf } from '../../server/game/log/lineDecoder.ts'
import type { LogEvent } from '../../server/game/log/logEvent.ts'
import { createLineParser } from '../../server/game/log/parseLine.ts'
import { createRandom } from '../../server/game/simulator/random.ts'
import { alternate, atLeast, atMost, type BenchSize, printTable, type Row, shown } from './measure.ts'

const wholePasses = 7
const goalASecond = 200_000
const blockBytes = 1024 * 1024
/** 2 GB. */
const wholeBlocks = 2_048
const blocksAMs = 0.02
const chunkBytes = 256 * 1024

export async function benchLog({ passes = wholePasses, loadMs }: BenchSize = {}): Promise<Row[]> {
  const blocks = loadMs === undefined ? wholeBlocks : Math.ceil(loadMs * blocksAMs)
  return [...(await parsing(passes)), await following(blocks)]
}

async function parsing(passes: number): Promise<Row[]> {
  const [events, mixed] = [blockOf(1), blockOf(0.1)]
  /** Lines per second of CPU time. */
  const rate = (block: Buffer, read: (block: Buffer) => number) => async () => {
    const begun = cpuMs()
    let lines = 0
    for (let i = 0; i < 8; i++) lines += read(block)
    return (1_000 * lines) / (cpuMs() - begun)
  }
  const rates = await alternate(passes, {
    events: rate(events, parseBlock),
    mixed: rate(mixed, parseBlock),
    split: rate(events, (block) => block.toString('utf8').split('\n').length - 1),
  })
  const note = `${perSecond(rates.events)} where each line is an event, ${perSecond(rates.mixed)} where each tenth is`
  return [
    {
      measure: "GL1 lines of the game's log a second of CPU, from bytes to events, each line an event",
      against: `${goalASecond.toLocaleString('en')} a second`,
      ...atLeast(1, rates.events / goalASecond),
      note,
    },
    {
      measure: 'GL1 time of the same',
      against: 'decoding and splitting alone',
      ...shown(rates.ratioOf('split', 'events')),
      note: `${perSecond(rates.split)} are split`,
    },
  ]
}

/** Time of this process alone, so that other load on the machine changes little. */
const cpuMs = () => (process.cpuUsage().user + process.cpuUsage().system) / 1_000

const perSecond = (rate: number) => `${Math.round(rate).toLocaleString('en')}/s`

function parseBlock(block: Buffer): number {
  const decoder = createLineDecoder(encodingOf(block), { offset: 0, isSkipping: false })
  const parser = createLineParser()
  for (let at = 0; at < block.length; at += chunkBytes)
    for (const { text } of decoder.push(block.subarray(at, at + chunkBytes))) parser.eventOf(text)
  return parser.counts().lines
}

/** Lines of about a megabyte. The others are of parts of the engine that the hub does not read. */
function blockOf(shareOfEvents: number): Buffer {
  const random = createRandom(7)
  const lines: string[] = []
  for (let bytes = 0; bytes < blockBytes - 600; bytes += Buffer.byteLength(lines.at(-1) ?? '') + 1) {
    const time = lineTime(Date.UTC(2026, 10, 22) + 40 * lines.length, 7 * 3_600_000, 'unreal')
    const event = random() < shareOfEvents ? eventAt(time, lines.length, random) : null
    lines.push(event === null ? foreignLine(lines.length) : encodeLine(event, 'unreal', lines.length))
  }
  return Buffer.from(`${lines.join('\n')}\n`)
}

const foreignLine = (i: number) =>
  `[2026.11.22-13.27.57:${String(i % 1000).padStart(3, '0')}][${String(i % 1000).padStart(3)}]LogNet: NotifyAcceptedConnection: Name: Gateway, TimeStamp: 11/22/26 13:27:57, [UNetConnection] RemoteAddr: 192.0.2.7:${i}`

function eventAt(time: LogEvent['time'], i: number, random: () => number): LogEvent {
  const playerOf = (n: number) => ({ id: `765611980${String(n % 100_000_000).padStart(8, '0')}`, name: `Player ${n}` })
  const player = playerOf(i)
  const animal = { species: 'Tyrannosaurus', gender: 'Female', growth: 0.75 } as const
  const location = { x: 1e6 * random(), y: -1e6 * random(), z: 3e4 * random() }
  const kinds: readonly LogEvent[] = [
    { kind: 'chat', time, channel: 'spatial', group: '1412674960', player, text: 'anyone near the delta? I have food' },
    { kind: 'join', time, player, save: 'found', animal },
    { kind: 'leave', time, player, isSafe: false, animal },
    { kind: 'death', time, player, animal, cause: 'Died from Natural cause', location: null },
    {
      kind: 'kill',
      time,
      by: 'player',
      killer: player,
      killerAnimal: animal,
      victim: playerOf(i + 1),
      victimAnimal: animal,
      location,
    },
    { kind: 'rcon', time, command: 'Announce', argument: 'Restart in 30 minutes', isQuestion: false },
  ]
  return kinds[Math.floor(random() * kinds.length)] ?? (kinds[0] as LogEvent)
}

/** A log that is read from its beginning, through the follower. The file is on the disk and removed afterwards. */
async function following(blocks: number): Promise<Row> {
  const root = await mkdtemp(join(tmpdir(), 'bench-log-'))
  try {
    await writeLog(join(root, 'TheIsle.log'), blocks)
    const { early, late, lines, ms } = await followWhole(root)
    return {
      measure: `GL2 most memory of a process that follows a log of ${(blocks / 1024).toFixed(2)} GB, in its second half`,
      against: 'in the first half',
      ...atMost(1.1, late / early),
      note: `${megabytes(early)}, then ${megabytes(late)}; ${lines.toLocaleString('en')} lines at ${perSecond((1_000 * lines) / ms)}`,
    }
  } finally {
    await rm(root, { recursive: true })
  }
}

const megabytes = (bytes: number) => `${Math.round(bytes / 1_000_000)} MB`

async function writeLog(path: string, blocks: number) {
  const block = blockOf(0.1)
  const file = await open(path, 'w')
  await file.write('Log file open, 11/22/26 13:27:57\n')
  for (let i = 0; i < blocks; i++) await file.write(block)
  await file.close()
}

async function followWhole(root: string) {
  const folder = openLocalFolder({ path: root })
  const follower = createLogFollower({ folder, entryOf: createLineParser().eventOf, startAt: 'start' })
  const begun = cpuMs()
  const memory: number[] = []
  let lines = 0
  let batch = await follower.next(null)
  while (batch.isMore) {
    batch = await follower.next(batch.position)
    lines += batch.lines
    memory.push(process.memoryUsage.rss())
  }
  await folder.close()
  const half = Math.ceil(memory.length / 2)
  const most = (sizes: readonly number[]) => sizes.reduce((one, other) => Math.max(one, other), 0)
  return { early: most(memory.slice(0, half)), late: most(memory.slice(half)), lines, ms: cpuMs() - begun }
}

if (import.meta.main) printTable(await benchLog())
