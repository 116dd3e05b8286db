// How long after its acknowledgement a command is seen by those who watch. Alone: node scripts/bench/seen.ts
import { setTimeout as sleep } from 'node:timers/promises'
import { freshId } from '../../server/testing/people.ts'
import { alternate } from './alternate.ts'
import { type BenchSocket, openBenchSocket } from './benchSocket.ts'
import { startChild } from './fanOutChild.ts'
import { percentileOf } from './percentileOf.ts'
import { printTable } from './printTable.ts'
import type { Row } from './row.ts'
import type { SeenAnswers } from './seenServer.ts'

const viewers = 20
const commandsAPass = 300
const wholePasses = 5
const mostMoreMs = 1
const everyMs = 5
const watching = '420["watch",{"documents":[{"id":"purse/p0"}]}]'

/** What is timed, by the clock of this process: from when the last command was given. */
interface Times {
  givenAt: number
  readonly acked: number[]
  readonly seen: number[]
  isAcked: () => void
}
type Hear = (text: string, socket: BenchSocket, ready: () => void) => void

/** Resolves once it is let in, or shown what it watches: `hear` says when. */
async function openOne(port: number, hear: Hear): Promise<BenchSocket> {
  const ready = Promise.withResolvers<void>()
  const socket: BenchSocket = openBenchSocket({ port, hear: (text) => hear(text, socket, ready.resolve) })
  await ready.promise
  return socket
}

/** The one who gives commands, and does not watch. */
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

async function openHouse() {
  const server = startChild<SeenAnswers>(new URL('./seenServer.ts', import.meta.url))
  const port = await server.ask('port')
  const times: Times = { givenAt: 0, acked: [], seen: [], isAcked() {} }
  const giver = await openGiver(port, times)
  await Promise.all(Array.from({ length: viewers }, () => openWatcher(port, times)))
  const giveOne = async (number: number) => {
    const answered = new Promise<void>((resolve) => {
      times.isAcked = resolve
    })
    const call = { id: freshId(Date.now()), name: 'village.give', input: { to: 'p1', coins: 1 } }
    times.givenAt = performance.now()
    giver.send(`42${number}["command",${JSON.stringify(call)}]`)
    await answered
    // All have seen it before the next is given.
    while (times.seen.length < times.acked.length * viewers) await sleep(1)
    await sleep(everyMs)
  }
  return {
    /** One after the other. Returns both p99, ms. */
    async give() {
      for (let given = 0; given < commandsAPass; given += 1) await giveOne(given)
      return { seen: percentileOf(times.seen.splice(0), 0.99), acked: percentileOf(times.acked.splice(0), 0.99) }
    },
    async close() {
      await server.ask('close')
      server.end()
    },
  }
}

/** J4: when a viewer sees what was done, against when the one who did it has the answer. */
export async function benchSeen({ passes = wholePasses }: { readonly passes?: number } = {}): Promise<Row[]> {
  const house = await openHouse()
  let acked = 0
  const p99 = await alternate(passes, {
    async seen() {
      const both = await house.give()
      acked = both.acked
      return both.seen
    },
    // Of the same commands: the two are compared as they were met together.
    acked: async () => acked,
  })
  await house.close()
  const more = p99.seen - p99.acked
  return [
    {
      measure: `J4 a command is seen by ${viewers} who watch, p99`,
      against: 'its acknowledgement, p99',
      ...{ ratio: p99.seen / p99.acked, goal: `at most ${mostMoreMs} ms more`, met: more <= mostMoreMs },
      note: `ms: ${p99.seen.toFixed(2)} seen, ${p99.acked.toFixed(2)} acknowledged, ${more.toFixed(2)} more`,
    },
  ]
}

if (import.meta.main) {
  printTable(await benchSeen())
  process.exit()
}
