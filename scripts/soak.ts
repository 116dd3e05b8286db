// npm run soak: keeps a hub under an even load (300 players at 2 Hz, 5,000 viewers) and reports whether its memory grows.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { freePort } from '../server/testing/freePort.ts'
import { spawnHub } from '../server/testing/hubProcess.ts'
import { bytesWords, msWords } from './load/figures.ts'
import { type HubFigures, readHubFigures } from './load/hubFigures.ts'
import type { LoadWish } from './load/loadWish.ts'
import { momentLine, reportText } from './load/reportText.ts'
import { type Moment, runLoad } from './load/runLoad.ts'
import { stopSignal } from './load/stopSignal.ts'
import { type Look, verdictOn } from './load/verdict.ts'
import { repositoryRoot } from './repositoryRoot.ts'

const usage = `npm run soak [-- --minutes 10 --viewers 5000 --players 300 --hz 2]

Starts a hub with a simulator of so many players, has so many viewers of all positions watch it, and prints memory, event-loop lag
and latencies as it goes; at the end, whether the memory grows. The first third is for warming up. Trails are kept for ten minutes
and grow until then by design; the replay is cut to two.`

const lookEverySeconds = 5

async function main() {
  const wish = wishOf(process.argv.slice(2))
  if (!wish) return console.log(usage)
  const parent = join(repositoryRoot, 'build', 'soak')
  mkdirSync(parent, { recursive: true })
  const folder = mkdtempSync(join(parent, 'hub-'))
  const port = String(await freePort())
  const hub = spawnHub({
    PORT: port,
    DATA_DIR: folder,
    SOCKETS_PER_ADDRESS: '0',
    DEMO: '1',
    REPLAY_MINUTES: '2',
    SIMULATOR_PLAYERS: String(wish.players),
    POSITIONS_SECONDS: String(1 / wish.hz),
  })
  try {
    const said = await hub.until(/is open/)
    if (!said.includes('is open')) throw new Error(said)
    await soak(`http://127.0.0.1:${port}`, wish)
  } finally {
    hub.kill()
    await hub.ended
    rmSync(folder, { recursive: true, force: true })
  }
}

type Wish = Record<keyof typeof sizes, number>
const sizes = { minutes: '10', viewers: '5000', players: '300', hz: '2' } as const

function wishOf(args: readonly string[]): Wish | null {
  const option = (fallback: string) => ({ type: 'string', default: fallback }) as const
  const { values } = parseArgs({
    args: [...args],
    options: {
      minutes: option(sizes.minutes),
      viewers: option(sizes.viewers),
      players: option(sizes.players),
      hz: option(sizes.hz),
      help: { type: 'boolean', default: false },
    },
  })
  const { help, ...given } = values
  if (help) return null
  const count = (name: keyof Wish) => {
    const value = Number(given[name])
    if (value > 0 && value <= 50_000) return value
    throw new Error(`--${name} ${given[name]}: a number above 0.`)
  }
  return { minutes: count('minutes'), viewers: count('viewers'), players: count('players'), hz: count('hz') }
}

async function soak(url: string, { minutes, viewers }: Wish) {
  const looks: Look[] = []
  let before: Look | null = null
  const look = async (moment: Moment) => {
    if (before && moment.at - before.at < lookEverySeconds) return
    const earlier = before
    before = { at: moment.at, figures: await readHubFigures(url) }
    if (moment.phase === 'all there') looks.push(before)
    console.log(`${momentLine(moment)}\n         ${lineOf(before, earlier)}`)
  }
  const wish: LoadWish = {
    url,
    token: null,
    viewers: 0,
    players: viewers,
    seconds: minutes * 60,
    rampPerSecond: 250,
    // Ten commands a second over all users.
    commandEverySeconds: viewers / 10,
    playersSee: 'places',
  }
  const load = await runLoad(wish, { stop: stopSignal(), onMoment: (moment) => void look(moment).catch(console.error) })
  console.log(`\n${reportText(wish, load)}`)
  const from = looks[0]?.at ?? 0
  const { holds, lines } = verdictOn(looks, from + ((looks.at(-1)?.at ?? 0) - from) / 3)
  console.log(['Memory after the warm-up:', ...lines, holds ? 'It holds.' : 'It does not hold.'].join('\n'))
  if (!holds) process.exitCode = 1
}

function lineOf({ at, figures }: Look, earlier: Look | null): string {
  const { residentBytes, heapBytes, externalBytes, lagP99Ms, lagMostMs }: HubFigures = figures
  const cpu = earlier ? (figures.cpuSeconds - earlier.figures.cpuSeconds) / (at - earlier.at) : 0
  return [
    `hub: ${bytesWords(residentBytes)} in all, heap ${bytesWords(heapBytes)}, buffers ${bytesWords(externalBytes)}`,
    `lag p99 ${msWords(lagP99Ms)}, at most ${msWords(lagMostMs)}`,
    `CPU ${(cpu * 100).toFixed(0)} %`,
  ].join('; ')
}

main().catch((error: Error) => {
  console.error(error.message)
  process.exitCode = 1
})
