// npm run soak: keeps a hub under an even load (300 players at 2 Hz, 5,000 viewers, purchases, events and deliveries) and reports whether its memory
// grows.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { checkMayWrite, wordsOf } from '../server/engine/unusablePlace.ts'
import { readFlags } from '../server/game/commandLine.ts'
import { freePort } from '../server/testing/freePort.ts'
import { spawnHub } from '../server/testing/hubProcess.ts'
import { openCommunity } from './load/community.ts'
import { formatBytes, formatMs } from './load/format.ts'
import { type HubMetrics, judgeMemory, type MemoryReading, readHubMetrics } from './load/memoryTrend.ts'
import type { LoadSettings } from './load/options.ts'
import { momentLine, reportText } from './load/reportText.ts'
import { type Moment, runLoad, stopSignal } from './load/runLoad.ts'
import { cpuShare, soakPicture } from './load/soakPicture.ts'
import { repositoryRoot } from './repositoryRoot.ts'

const usage = `npm run soak [-- --minutes 10 --viewers 5000 --players 300 --hz 2 --picture FILE.svg]

Starts a hub with a simulator of that many players, and has that many viewers of all positions watch it, while
players buy and staff refund, give, broadcast and schedule events. Prints memory, event-loop lag and latencies as it goes; at the end, whether the
memory grows. --picture draws memory, lag and CPU over time. The first third is for warming up: trails are kept for ten minutes, and the last
20,000 answers and 50 events take 20 minutes to come together, so that only an hour shows whether memory is flat. The replay is cut to two minutes.`

const readEverySeconds = 5

async function main() {
  const options = optionsOf(process.argv.slice(2))
  if (!options) return console.log(usage)
  const parent = join(repositoryRoot, 'build', 'soak')
  mkdirSync(parent, { recursive: true })
  const folder = mkdtempSync(join(parent, 'hub-'))
  const port = String(await freePort())
  const hub = spawnHub({
    PORT: port,
    DATA_DIR: folder,
    SOCKETS_PER_ADDRESS: '0',
    HANDSHAKES_PER_SECOND: '0',
    SOCKETS_PER_ACCOUNT: '0',
    COMMANDS_PER_SECOND: '1000',
    DEMO: '1',
    REPLAY_MINUTES: '2',
    SIMULATOR_PLAYERS: String(options.players),
    POSITIONS_SECONDS: String(1 / options.hz),
  })
  try {
    const output = await hub.until(/is open/)
    if (!output.includes('is open')) throw new Error(output)
    await soak(`http://127.0.0.1:${port}`, options)
  } finally {
    hub.kill()
    await hub.ended
    rmSync(folder, { recursive: true, force: true })
  }
}

type Options = Record<keyof typeof sizes, number> & { readonly picture: string | null }
const instead = 'name another file with --picture'
const sizes = { minutes: '10', viewers: '5000', players: '300', hz: '2' } as const

function optionsOf(args: readonly string[]): Options | null {
  const option = (fallback: string) => ({ type: 'string', default: fallback }) as const
  const { values } = readFlags({
    args: [...args],
    options: {
      minutes: option(sizes.minutes),
      viewers: option(sizes.viewers),
      players: option(sizes.players),
      hz: option(sizes.hz),
      picture: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  const { help, picture = null, ...given } = values
  if (help) return null
  if (picture !== null) checkMayWrite(picture, instead)
  const count = (name: keyof typeof sizes) => {
    const value = Number(given[name])
    if (value > 0 && value <= 50_000) return value
    throw new Error(`--${name} is "${given[name]}". Give a number above 0 and at most 50000.`)
  }
  return { minutes: count('minutes'), viewers: count('viewers'), players: count('players'), hz: count('hz'), picture }
}

async function soak(url: string, { minutes, viewers, players, hz, picture }: Options) {
  const readings: MemoryReading[] = []
  const all: MemoryReading[] = []
  let before: MemoryReading | null = null
  const read = async (moment: Moment) => {
    if (before && moment.at - before.at < readEverySeconds) return
    const earlier = before
    before = { at: moment.at, metrics: await readHubMetrics(url) }
    all.push(before)
    if (moment.phase === 'all there') readings.push(before)
    console.log(`${momentLine(moment)}\n         ${lineOf(before, earlier)}`)
  }
  const options: LoadSettings = {
    url,
    token: null,
    viewers: 0,
    players: viewers,
    seconds: minutes * 60,
    rampPerSecond: 250,
    // Ten commands a second over all users.
    commandEverySeconds: viewers / 10,
    playersSee: 'positions',
  }
  const community = await openCommunity(url)
  const load = await runLoad(options, {
    stop: stopSignal(),
    onMoment: (moment) => void read(moment).catch(console.error),
  })
  const done = await community.stop()
  console.log(`\n${reportText(options, load)}\nWhat went on beside it: ${done.join('; ')}`)
  const from = readings[0]?.at ?? 0
  const { holds, lines } = judgeMemory(readings, from + ((readings.at(-1)?.at ?? 0) - from) / 3)
  console.log(['Memory after the warm-up:', ...lines].join('\n'))
  if (picture !== null) {
    const below = `${players} players at ${hz} Hz, ${viewers} viewers, ${minutes} minutes with all of them`
    writeFileSync(resolve(picture), soakPicture({ below, readings: all, lines: [...lines, ...done] }))
    console.log(`The picture is in ${resolve(picture)}.`)
  }
  const came = Math.max(...load.moments.map(({ measurements }) => measurements.players))
  if (came < viewers) console.log(`Only ${came} of ${viewers} viewers came: this was not a soak with all of them.`)
  if (!holds || came < viewers) process.exitCode = 1
}

function lineOf(reading: MemoryReading, earlier: MemoryReading | null): string {
  const { metrics } = reading
  const { residentBytes, heapBytes, externalBytes, lagP99Ms, lagMaxMs }: HubMetrics = metrics
  return [
    `hub: ${formatBytes(residentBytes)} in all, heap ${formatBytes(heapBytes)}, buffers ${formatBytes(externalBytes)}`,
    `lag p99 ${formatMs(lagP99Ms)}, at most ${formatMs(lagMaxMs)}`,
    `CPU ${(cpuShare(reading, earlier) * 100).toFixed(0)}%`,
  ].join('; ')
}

main().catch((error: unknown) => {
  console.error(wordsOf(error, instead))
  process.exitCode = 1
})
