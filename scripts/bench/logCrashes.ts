// GL4: lines of the game's log that are lost or recorded twice while the hub is killed again and again. Alone: node scripts/bench/logCrashes.ts
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { systemClock } from '../../server/engine/clock.ts'
import { createHub } from '../../server/engine/createHub.ts'
import { startLogWorker } from '../../server/features/gameLog/worker.ts'
import { openLocalFolder } from '../../server/game/files/localFolder.ts'
import { createLogSource } from '../../server/game/log/logSource.ts'
import { startGameLog } from '../../server/game/simulator/gameLog.ts'
import { createRandom, type Random } from '../../server/game/simulator/random.ts'
import type { Player } from '../../server/game/simulator/world.ts'
import { createTestGame } from '../../server/game/testing/testSimulator.ts'
import { openSqliteStorage } from '../../server/storage/sqlite/sqlite.ts'
import { allFeatures } from '../../server/testing/allFeatures.ts'
import { mainServer } from '../../shared/engine/ids.ts'
import { logFeed } from '../../shared/features/gameLog/gameLog.ts'
import { benchFolder } from './journalHub.ts'
import { atMost, type BenchSize, printTable, type Row } from './measure.ts'

const wholeKills = 200
const usualSeed = 2_026
/** After it nothing is written any more. */
const lastText = 'this was all'
/** Few, so that a kill often falls between two batches. */
const linesABatch = 25
const everyMs = 5
const writeEveryMs = 3

export async function benchLogCrashes({ commands: kills = wholeKills }: BenchSize = {}): Promise<Row[]> {
  const { lines, lost, repeated, isInOrder, starts, early } = await crashWhileReading({ kills })
  return [
    {
      measure: `GL4 lines of the game's log lost or recorded twice in ${kills} kills of the hub while the game writes and restarts`,
      against: 'lines written',
      ...atMost(0, isInOrder ? (lost + repeated) / lines : 1),
      note: `${lines.toLocaleString('en')} lines, ${lost} lost, ${repeated} twice, ${isInOrder ? 'in order' : 'not in order'}; ${starts} starts of the game, ${early} of the kills while the hub started`,
    },
  ]
}

/** A hub in a process of its own records a log that is being written, and is killed at random moments, the first time once it has begun. At the end its archives are compared. */
export async function crashWhileReading({
  kills,
  seed = usualSeed,
}: {
  readonly kills: number
  readonly seed?: number
}) {
  const { folder, remove } = benchFolder('log-crashes')
  const [store, logs] = [join(folder, 'store'), join(folder, 'Logs')]
  mkdirSync(logs, { recursive: true })
  const random = createRandom(seed)
  const game = await startWriting(logs, random)
  let [early, child] = [0, null as ChildProcess | null]
  try {
    for (let kill = 0; kill < kills; kill += 1) {
      const hub = startHub(store, logs)
      child = hub.process
      const isEarly = kill > 0 && random() < 0.15
      if (isEarly) await sleep(random.between(0, 500))
      else await hub.reading
      if (!isEarly && random() < 0.1) await game.restart()
      const wanted = game.written().length + Math.floor(random.between(0, 120))
      while (!isEarly && game.written().length < wanted) await sleep(1)
      child.kill('SIGKILL')
      early += Number(isEarly)
      await hub.exited
      if (random() < 0.3) await game.restart()
    }
    await game.end()
    const last = startHub(store, logs)
    child = last.process
    await last.exited
    return { ...compare(game.written(), await recordedIn(store)), starts: game.starts(), early }
  } finally {
    child?.kill('SIGKILL')
    await game.end()
    remove()
  }
}

function startHub(store: string, logs: string) {
  const child = spawn(process.execPath, [import.meta.filename, store, logs], { stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  const failed = exited.then(([code]) => {
    throw new Error(`The hub of the bench ended with ${code}.`)
  })
  const reading = Promise.race([once(child.stdout, 'data'), failed])
  reading.catch(() => {})
  return { process: child, reading, exited }
}

/** The simulated game writes chat and kills, some hundred a second, until it ends. */
async function startWriting(folder: string, random: Random) {
  const game = createTestGame({ players: 40 })
  const [first, ...others] = game.world.online()
  if (!first) throw new Error('The simulated game has no players.')
  const someone = () => random.pick([first, ...others])
  const written: string[] = []
  // Former logs are named by the second: each start is a while after the one before.
  let [lateMs, starts, isEnded] = [0, 1, false]
  const clock = { ...systemClock, now: () => systemClock.now() + lateMs }
  // A log that the game removed before it was read is not a loss of the hub's.
  const kept = { mostFormer: Number.MAX_SAFE_INTEGER, chatEveryMs: 0 }
  const open = () => startGameLog({ game, folder, shape: 'unreal', clock, random, ...kept })
  let log = await open()
  const say = (text: string) => {
    written.push(text)
    log.say(someone(), text)
  }
  const kill = (player: Player, killer: Player) => {
    written.push(killText(killer.id, player.id))
    game.world.onEvent({ kind: 'death', player, killer })
  }
  const writeOn = async () => {
    for (let nth = 0; !isEnded; nth += 1) {
      if (!isPaused && random() < 0.1) kill(someone(), someone())
      else if (!isPaused) say(`line ${nth}`)
      await sleep(writeEveryMs)
    }
  }
  let isPaused = false
  const writing = writeOn()
  return {
    written: (): readonly string[] => written,
    starts: () => starts,
    async restart() {
      isPaused = true
      await log.close()
      lateMs += 2_000
      starts += 1
      log = await open()
      isPaused = false
    },
    async end() {
      if (isEnded) return
      isEnded = true
      await writing
      say(lastText)
      await log.close()
    },
  }
}

const killText = (killer: unknown, victim: unknown) => `${killer} killed ${victim}`

interface Recorded {
  readonly position: number
  readonly text: string
}

/** What the hub holds of the log, in the order in which it was recorded. */
async function recordedIn(folder: string): Promise<readonly string[]> {
  const storage = await openSqliteStorage({ folder })
  await storage.load()
  const found: Recorded[] = []
  for (const kind of ['gameChat', 'gameKills'])
    for (let before: number | null = null, isMore = true; isMore; ) {
      const page = await storage.archivePage({ kind, before, limit: 1_000 })
      for (const { position, row } of page.rows) found.push({ position, text: textOf(row) })
      before = page.next
      isMore = before !== null
    }
  await storage.close()
  return found.sort((one, other) => one.position - other.position).map(({ text }) => text)
}

function textOf(row: Readonly<Record<string, unknown>>): string {
  if (typeof row.text === 'string') return row.text
  const { killer, victim } = row as { readonly killer: { id: string } | null; readonly victim: { id: string } }
  return killText(killer?.id, victim.id)
}

function compare(written: readonly string[], recorded: readonly string[]) {
  const times = new Map<string, number>()
  for (const text of written) times.set(text, (times.get(text) ?? 0) + 1)
  for (const text of recorded) times.set(text, (times.get(text) ?? 0) - 1)
  const differences = [...times.values()]
  const sum = (sign: 1 | -1) => differences.reduce((all, one) => all + Math.max(0, sign * one), 0)
  const isInOrder = written.length === recorded.length && written.every((text, nth) => text === recorded[nth])
  return { lines: written.length, lost: sum(1), repeated: sum(-1), isInOrder }
}

/** In the process that is killed: says that it has recorded something, and ends by itself once the last line is recorded. */
async function record(store: string, logs: string) {
  const storage = await openSqliteStorage({ folder: store })
  const onFault = (what: string, error: unknown) => console.error(`fault in ${what}:`, error)
  const hub = await createHub({ storage, features: allFeatures, clock: systemClock, onFault, checkpointEntries: 40 })
  const source = createLogSource({
    folder: openLocalFolder({ path: logs }),
    zone: 'UTC',
    startAt: 'start',
    everyMs,
    mostLines: linesABatch,
    now: Date.now,
  })
  // Not before a position is kept: before its first one a hub begins at the log that there is.
  let isSaid = false
  const onBatch = () => {
    if (!isSaid) console.log('reading')
    isSaid = true
  }
  const base = { hub, server: mainServer, clock: systemClock, onFault }
  const stop = startLogWorker({ ...base, source, keepsChat: true, onBatch })
  hub.onPublish(() => {
    const isLast = Object.values(hub.read(logFeed, mainServer).lines).some(
      (line) => line.kind === 'chat' && line.text === lastText,
    )
    if (!isLast) return
    stop()
    setImmediate(() => void hub.close().then(() => process.exit()))
  })
}

const [store, logs] = process.argv.slice(2)
if (import.meta.main) await (store && logs ? record(store, logs) : benchLogCrashes().then(printTable))
