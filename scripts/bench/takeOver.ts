// T1: a node takes over from a leader that was killed, with much behind it in Redis. Alone: node scripts/bench/takeOver.ts
import { setTimeout as sleep } from 'node:timers/promises'
import { createSessionCookie } from '../../server/auth/sessionCookie.ts'
import { freePort } from '../../server/testing/freePort.ts'
import { spawnHub } from '../../server/testing/hubProcess.ts'
import { type RedisProcess, startRedis } from '../../server/testing/redisProcess.ts'
import { createTestClient } from '../../server/testing/testClient.ts'
import { dismissAllNotifications } from '../../shared/features/notifications/commands.ts'
import { startChild } from './childProcess.ts'
import { benchFolder } from './journalHub.ts'
import { atMost, type BenchSize, judgedBy, median, printTable, type Row } from './measure.ts'
import type { TakeOverWriterAnswers } from './takeOverWriter.ts'

const mostMs = 5_000
const accounts = 3_000
/** A checkpoint begins after as many: more cannot be behind the last one, but for those that come while it is written. */
const afterCheckpoint = 20_000
/** Twelve minutes of 1,000 commands a second, and one. */
const [wholeLong, wholeShort] = [720_000, 60_000]
const retryMs = 20

interface TakenOver {
  readonly ms: number
  /** CPU that Redis used meanwhile, and how often pages of a stream were read in it. */
  readonly redisMs: number
  readonly pagesRead: number
}

/** A leader with that many commands in checkpoints and some behind the last one is killed while a client waits at the follower. */
async function takeOver(inCheckpoints: number, behind: number): Promise<TakenOver> {
  const { folder, remove } = benchFolder('take-over')
  const redis = await startRedis({ config: { dir: folder } })
  const writer = startChild<TakeOverWriterAnswers>(new URL('./takeOverWriter.ts', import.meta.url))
  const port = await freePort()
  const size = { accounts, ledgerRows: 0, dinosaurs: 0, signedIn: 1 }
  const [token = ''] = await writer.ask('lead', redis.url, size)
  await writer.ask('write', inCheckpoints, true)
  const node = spawnHub({
    REDIS_URL: redis.url,
    DATA_DIR: folder,
    HOST: '127.0.0.1',
    PORT: String(port),
    EVRIMA_HOST: '127.0.0.1',
    EVRIMA_RCON_PORT: '1',
    EVRIMA_RCON_PASSWORD: 'none',
  })
  try {
    const said = await node.until(/is open:/)
    if (!said.includes('is open:')) throw new Error(`The node did not start: ${said.slice(-2_000)}`)
    const client = createTestClient(`http://127.0.0.1:${port}`)
    client.holdCookie(createSessionCookie(false).write(token, 86_400_000).split(';')[0] ?? '')
    await client.connect()
    await writer.ask('write', behind, false)
    const before = await loadOf(redis)
    const killedAt = performance.now()
    writer.crash()
    while (!(await client.command(dismissAllNotifications.name, { upTo: Date.now() })).ok) await sleep(retryMs)
    const ms = performance.now() - killedAt
    const after = await loadOf(redis)
    client.leave()
    return { ms, redisMs: after.cpuMs - before.cpuMs, pagesRead: after.pagesRead - before.pagesRead }
  } finally {
    writer.crash()
    node.kill()
    await node.ended
    await redis.remove()
    remove()
  }
}

async function loadOf(redis: RedisProcess) {
  const [cpu, commands] = [await redis.command('INFO', 'cpu'), await redis.command('INFO', 'commandstats')].map(String)
  const figure = (text = '', name: RegExp) => Number(name.exec(text)?.[1] ?? 0)
  return {
    cpuMs: 1_000 * (figure(cpu, /used_cpu_user:([\d.]+)/) + figure(cpu, /used_cpu_sys:([\d.]+)/)),
    pagesRead: figure(commands, /cmdstat_xrange:calls=(\d+)/),
  }
}

/** Both lengths have as many entries behind their last checkpoint: only these are read. */
export async function benchTakeOver({ viewers, passes = 1 }: BenchSize = {}): Promise<Row[]> {
  // A bench that is made smaller has fewer commands behind the leader.
  const share = viewers === undefined ? 1 : Math.min(1, viewers / 2_000)
  const [long, short, behind] = [wholeLong, wholeShort, afterCheckpoint].map((many) => Math.ceil(many * share)) as [
    number,
    number,
    number,
  ]
  const [longs, shorts]: [TakenOver[], TakenOver[]] = [[], []]
  for (let pass = 0; pass < passes; pass += 1) {
    shorts.push(await takeOver(short, behind))
    longs.push(await takeOver(long, behind))
  }
  const of = (all: readonly TakenOver[], field: keyof TakenOver) => median(all.map((one) => one[field]))
  const shown = (figure: number) => figure.toLocaleString('en-GB')
  const said = (all: readonly TakenOver[]) =>
    `${of(all, 'ms').toFixed(0)} ms, ${of(all, 'redisMs').toFixed(0)} ms CPU of Redis`
  return [
    {
      measure: `T1 from the leader's kill to the first answer of another node, ${shown(long + behind)} commands behind it`,
      against: `${mostMs / 1_000} s`,
      ...judgedBy(`at most ${mostMs / 1_000} s`, of(longs, 'ms') / mostMs, of(longs, 'ms') <= mostMs, {
        passes: longs.map(({ ms }) => ms),
        judged: of(longs, 'ms'),
        figure: mostMs,
      }),
      note: `${shown(behind)} of them behind the last checkpoint; ${said(longs)}; with ${shown(short + behind)} ${said(shorts)}`,
    },
    {
      measure: 'T1 pages of the journal that are read for it',
      against: `the same with ${shown(short + behind)} commands`,
      ...atMost(1.1, of(longs, 'pagesRead') / of(shorts, 'pagesRead')),
      note: `${of(longs, 'pagesRead')} and ${of(shorts, 'pagesRead')}`,
    },
  ]
}

if (import.meta.main) {
  printTable(await benchTakeOver())
  process.exit()
}
