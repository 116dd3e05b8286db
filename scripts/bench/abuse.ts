// What other users notice of an account that sends as much as it can. Alone: node scripts/bench/abuse.ts
import { setTimeout as sleep } from 'node:timers/promises'
import { freshId } from '../../server/testing/principals.ts'
import type { AbuseFloodAnswers } from './abuseFlood.ts'
import { openBenchClient } from './benchClient.ts'
import { startChild } from './childProcess.ts'
import { alternate, atMost, type BenchSize, percentile, printTable, type Row } from './measure.ts'
import type { WholeHubAnswers } from './wholeHub.ts'

const wholePasses = 5
const floodSockets = 190
const wholeLoadMs = 12_000
const others = 20
/** Of each of the others. */
const everyMs = 100

/** A user who sends one command after the other. */
async function openOther(port: number, cookie: string) {
  const ready = Promise.withResolvers<void>()
  const answered: { resolve(text: string): void } = { resolve() {} }
  const client = openBenchClient({
    port,
    headers: { cookie, origin: `http://127.0.0.1:${port}` },
    hear(text) {
      if (text.startsWith('42["hello"')) ready.resolve()
      if (text.startsWith('43')) answered.resolve(text)
    },
  })
  await ready.promise
  const ask = (number: number) =>
    new Promise<string>((resolve) => {
      answered.resolve = resolve
      const call = { id: freshId(Date.now()), name: 'mapSettings.change', input: { zoomLevel: 1 + (number % 20) / 10 } }
      client.send(`42${number}["command",${JSON.stringify(call)}]`)
    })
  /** Returns how long each command took to be acknowledged, ms. */
  return async (forMs: number) => {
    const taken: number[] = []
    const startedAt = performance.now()
    while (performance.now() - startedAt < forMs) {
      const sentAt = performance.now()
      const answer = await ask(taken.length)
      taken.push(performance.now() - sentAt)
      if (!answer.includes('"ok":true')) throw new Error(`A command of another user was refused: ${answer}`)
      await sleep(Math.max(0, everyMs - (performance.now() - sentAt)))
    }
    return taken
  }
}

async function openAll() {
  const hub = startChild<WholeHubAnswers>(new URL('./wholeHub.ts', import.meta.url))
  const flood = startChild<AbuseFloodAnswers>(new URL('./abuseFlood.ts', import.meta.url))
  const port = await hub.ask('open')
  const [abuser = '', ...cookies] = await hub.ask('admit', others + 1)
  const users = await Promise.all(cookies.map((cookie) => openOther(port, cookie)))
  return {
    /** The p99 of the acknowledgements of the others, ms. */
    p99: async (ms: number) => percentile((await Promise.all(users.map((run) => run(ms)))).flat(), 0.99),
    start: (sockets: number) => flood.ask('start', port, abuser, sockets),
    stop: () => flood.ask('stop'),
    async close() {
      flood.end()
      await hub.ask('close')
      hub.end()
    },
  }
}

/** A1: the acknowledgements of 20 users while one account floods the hub. */
export async function benchAbuse(size: BenchSize = {}): Promise<Row[]> {
  const { viewers = floodSockets, passes = wholePasses, loadMs = wholeLoadMs } = size
  const setup = await openAll()
  const perSecond: number[] = []
  const p99 = await alternate(passes, {
    alone: () => setup.p99(loadMs),
    async flooded() {
      await setup.start(viewers)
      const ms = await setup.p99(loadMs)
      const { acknowledged } = await setup.stop()
      perSecond.push(acknowledged / (loadMs / 1_000))
      return ms
    },
  })
  await setup.close()
  return [
    {
      measure: `A1 acknowledgement p99 of ${others} users, one account floods over ${viewers} sockets`,
      against: 'the same users alone',
      ...atMost(2, p99.ratioOf('flooded', 'alone')),
      note: `ms: ${p99.flooded.toFixed(1)} against ${p99.alone.toFixed(1)}; at most ${Math.max(...perSecond).toFixed(0)} commands a second of the flood were carried out`,
    },
  ]
}

if (import.meta.main) {
  printTable(await benchAbuse())
  process.exit()
}
