// How late a page learns that an event has begun. Alone: node scripts/bench/eventStart.ts
import { startWindowMs } from '../../shared/features/events/events.ts'
import { openBenchClient } from './benchClient.ts'
import { startChild } from './childProcess.ts'
import type { EventAnswers } from './eventServer.ts'
import { atMost, type BenchSize, percentile, printTable, type Row } from './measure.ts'

const wholeViewers = 2_000
const wholePasses = 5
const startsInMs = 3_000
const openedAtOnce = 50
const watching = '420["watch",{"documents":[{"id":"events/main"}]}]'

/** Of the window within which an event starts at all. */
const mostShare = 0.05

/** Opens clients that watch the events. `heard` is called when one learns of a start. */
async function openViewers(port: number, viewers: number, heard: () => void) {
  const openOne = () => {
    const ready = Promise.withResolvers<void>()
    const client = openBenchClient({
      port,
      hear(text) {
        if (text.startsWith('42["hello"')) client.send(watching)
        if (!text.startsWith('42["down"')) return
        if (text.includes('"snapshot"')) ready.resolve()
        else if (text.includes('"active"')) heard()
      },
    })
    return ready.promise
  }
  for (let opened = 0; opened < viewers; opened += openedAtOnce)
    await Promise.all(Array.from({ length: Math.min(openedAtOnce, viewers - opened) }, openOne))
}

/** From the scheduled time until each viewer has received that the event is active, both by the clock of one machine. */
export async function benchEventStart(size: BenchSize = {}): Promise<Row[]> {
  const { viewers = wholeViewers, passes = wholePasses } = size
  const server = startChild<EventAnswers>(new URL('./eventServer.ts', import.meta.url))
  const late: number[] = []
  let all = Promise.withResolvers<void>()
  let [at, left] = [0, 0]
  await openViewers(await server.ask('port'), viewers, () => {
    late.push(Date.now() - at)
    left -= 1
    if (left === 0) all.resolve()
  })
  for (let pass = 0; pass < passes; pass += 1) {
    all = Promise.withResolvers<void>()
    left = viewers
    at = await server.ask('schedule', startsInMs)
    await all.promise
  }
  await server.ask('close')
  server.end()
  const p99 = percentile(late, 0.99)
  return [
    {
      measure: `an event has begun on the pages of ${viewers} viewers, p99 after its time`,
      against: 'the window in which it may start',
      ...atMost(mostShare, p99 / startWindowMs),
      note: `ms: ${percentile(late, 0.5)} median, ${p99} p99, ${Math.max(...late)} at most`,
    },
  ]
}

if (import.meta.main) {
  printTable(await benchEventStart())
  process.exit()
}
