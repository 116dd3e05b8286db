// GL3: from a line that the game wrote until a subscribed client has it, over a local folder and over SFTP. Alone: node scripts/bench/logShown.ts
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { GameFiles } from '../../server/config/gameFiles.ts'
import { systemClock } from '../../server/engine/clock.ts'
import { encodeLine, lineTime } from '../../server/game/log/encodeLine.ts'
import { createRandom } from '../../server/game/simulator/random.ts'
import { startSftpServer } from '../../server/game/simulator/sftpServer.ts'
import { mainServer } from '../../shared/engine/ids.ts'
import { openBenchClient } from './benchClient.ts'
import { startChild } from './childProcess.ts'
import { atMost, type BenchSize, percentile, printTable, type Row } from './measure.ts'
import type { WholeHubAnswers } from './wholeHub.ts'

const wholeMs = 45_000
const [host, user, password] = ['127.0.0.1', 'steam', 'bench-s3cret']
const goals = { local: 1_000, sftp: 3_000 } as const
type Kind = keyof typeof goals

export async function benchLogShown({ loadMs = wholeMs }: BenchSize = {}): Promise<Row[]> {
  const rows: Row[] = []
  for (const [kind, where] of [
    ['local', "in a folder of the hub's machine"],
    ['sftp', 'over SFTP, polled each second'],
  ] as const) {
    const times = await measure(kind, loadMs)
    const [p50, p99] = [percentile(times, 0.5), percentile(times, 0.99)]
    rows.push({
      measure: `GL3 from a line that the game wrote to a subscribed client, ${where}, p99`,
      against: `${goals[kind] / 1_000} s`,
      ...atMost(1, p99 / goals[kind]),
      note: `p50 ${Math.round(p50)} ms, p99 ${Math.round(p99)} ms, ${times.length} lines`,
    })
  }
  return rows
}

/** Ms of each line, by the clock of this process: it writes the log and holds the socket. The hub is a process of its own. */
async function measure(kind: Kind, ms: number): Promise<readonly number[]> {
  const root = mkdtempSync(join(tmpdir(), 'bench-log-'))
  const log = join(root, 'TheIsle.log')
  writeFileSync(log, 'Log file open, 11/22/26 13:27:57\r\n')
  const sftp =
    kind === 'sftp' ? await startSftpServer({ host, port: 0, root, user, password, clock: systemClock }) : null
  const hub = startChild<WholeHubAnswers>(new URL('./wholeHub.ts', import.meta.url))
  try {
    const port = await hub.ask('open', { gameFiles: filesOf(root, sftp?.port ?? null) })
    return await writeAndWatch(log, port, await hub.ask('admitStaff'), ms)
  } finally {
    await hub.ask('close').catch(() => {})
    hub.end()
    await sftp?.close()
    rmSync(root, { recursive: true, force: true })
  }
}

const filesOf = (root: string, port: number | null): GameFiles => ({
  log: {
    place: port === null ? { kind: 'local', path: root } : { kind: 'sftp', address: { host, port, user }, path: '/' },
    folder: '',
    file: null,
    bans: null,
  },
  modBridge: null,
  modBridgeToken: null,
  modBridgeVerbs: {},
  key: { password },
  panel: null,
})

/** Lines at random moments, so that they fall anywhere between two looks. */
async function writeAndWatch(log: string, port: number, cookie: string, ms: number) {
  const random = createRandom(7)
  const writtenAt: number[] = []
  const times: number[] = []
  let isFollowing = false
  const client = openBenchClient({
    port,
    headers: { cookie, origin: `http://${host}:${port}` },
    hear(text) {
      if (text.startsWith('42["hello"'))
        client.send(`420["watch",{"documents":[{"id":"logFeed/${mainServer}"},{"id":"logLink/${mainServer}"}]}]`)
      if (text.includes('"following"')) isFollowing = true
      for (const [, nth] of text.matchAll(/line no (\d+)\b/g))
        times[Number(nth)] ??= performance.now() - (writtenAt[Number(nth)] ?? 0)
    },
  })
  while (!isFollowing) await sleep(20)
  for (const endsAt = performance.now() + ms; performance.now() < endsAt; await sleep(random.between(10, 150))) {
    appendFileSync(log, lineOf(`line no ${writtenAt.length}`))
    writtenAt.push(performance.now())
  }
  while (times.filter((one) => one !== undefined).length < writtenAt.length) await sleep(20)
  client.cut()
  return times
}

const player = { id: '76561198000000001', name: 'Ada' }
const lineOf = (text: string) =>
  `${encodeLine({ kind: 'chat', time: lineTime(Date.now(), 0, 'unreal'), channel: 'global', group: null, player, text }, 'unreal')}\r\n`

if (import.meta.main) printTable(await benchLogShown())
