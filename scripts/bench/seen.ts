// How long after its acknowledgement a command is visible to watching clients. Alone: node scripts/bench/seen.ts
import { setTimeout as sleep } from 'node:timers/promises'
import { freshId } from '../../server/testing/principals.ts'
import { type BenchClient, openBenchClient } from './benchClient.ts'
import { startChild } from './childProcess.ts'
import { alternate, type BenchSize, judgedBy, percentile, printTable, type Row } from './measure.ts'
import type { SeenAnswers } from './seenServer.ts'

const viewers = 20
const commandsAPass = 300
const wholePasses = 5
const mostMoreMs = 1
const everyMs = 5
const watching = '420["watch",{"documents":[{"id":"purse/p0"}]}]'

/** The measured times, by the clock of this process, from the sending of the last command. */
interface Times {
  givenAt: number
  readonly acked: number[]
  readonly seen: number[]
  isAcked: () => void
}
type Hear = (text: string, socket: BenchClient, ready: () => void) => void

/** Resolves when connected or when the watched documents have arrived, as `hear` decides. */
async function openOne(port: number, hear: Hear): Promise<BenchClient> {
  const ready = Promise.withResolvers<void>()
  const socket: BenchClient = openBenchClient({ port, hear: (text) => hear(text, socket, ready.resolve) })
  await ready.promise
  return socket
}

/** The client that sends commands, and does not watch. */
const openGiver = (port: number, times: Times) =>
  openOne(port, (text, _socket, ready) => {
    if (text.startsWith('42["hello"')) ready()
    if (!text.startsWith('43')) return
    times.acked.push(performance.now() - times.givenAt)
    times.isAcked()
  })

const openWatcher = (port: number, times: Times) =>
  openOne(port, (text, socket, ready) => {
    if (text.startsWith('42["hello"')) socket.send(watching)
    if (!text.startsWith('42["down"')) return
    if (text.includes('"snapshot"')) ready()
    else times.seen.push(performance.now() - times.givenAt)
  })

async function openServers() {
  const server = startChild<SeenAnswers>(new URL('./seenServer.ts', import.meta.url))
  const port = await server.ask('port')
  const times: Times = { givenAt: 0, acked: [], seen: [], isAcked() {} }
  const giver = await openGiver(port, times)
  await Promise.all(Array.from({ length: viewers }, () => openWatcher(port, times)))
  const giveOne = async (number: number) => {
    const answered = new Promise<void>((resolve) => {
      times.isAcked = resolve
    })
    const call = { id: freshId(Date.now()), name: 'sample.give', input: { to: 'p1', coins: 1 } }
    times.givenAt = performance.now()
    giver.send(`42${number}["command",${JSON.stringify(call)}]`)
    await answered
    // All have seen it before the next command is sent.
    while (times.seen.length < times.acked.length * viewers) await sleep(1)
    await sleep(everyMs)
  }
  return {
    /** One command after the other. Returns both p99, ms. */
    async give(commands: number) {
      for (let given = 0; given < commands; given += 1) await giveOne(given)
      return { seen: percentile(times.seen.splice(0), 0.99), acked: percentile(times.acked.splice(0), 0.99) }
    },
    async close() {
      await server.ask('close')
      server.end()
    },
  }
}

/** J4: when a viewer sees a change, compared with the acknowledgement of the command. */
export async function benchSeen({ passes = wholePasses, commands = commandsAPass }: BenchSize = {}): Promise<Row[]> {
  const setup = await openServers()
  let acked = 0
  const p99 = await alternate(passes, {
    async seen() {
      const both = await setup.give(commands)
      acked = both.acked
      return both.seen
    },
    // Of the same commands, so that both are measured under the same conditions.
    acked: async () => acked,
  })
  await setup.close()
  const more = p99.seen - p99.acked
  return [
    {
      measure: `J4 a command is seen by ${viewers} who watch, p99`,
      against: 'its acknowledgement, p99',
      ...judgedBy(`at most ${mostMoreMs} ms more`, p99.seen / p99.acked, more <= mostMoreMs, {
        passes: p99.passesOf('seen').map((seen, pass) => seen - (p99.passesOf('acked')[pass] ?? Number.NaN)),
        judged: more,
        figure: mostMoreMs,
      }),
      note: `ms: ${p99.seen.toFixed(2)} seen, ${p99.acked.toFixed(2)} acknowledged, ${more.toFixed(2)} more`,
    },
  ]
}

if (import.meta.main) {
  printTable(await benchSeen())
  process.exit()
}
