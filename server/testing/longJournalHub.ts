// A hub in its own process on a store that exists: `node longJournalHub.ts FOLDER-OR-REDIS CALLS`. Repeats these calls, and prints the
// answers and how much memory the start took.
import type { CommandId } from '../../shared/engine/ids.ts'
import { systemClock } from '../engine/clock.ts'
import { createHub } from '../engine/createHub.ts'
import { openRedisStorage } from '../storage/redis/redis.ts'
import { longLeaseTimes } from '../storage/redis/testing/leaseTimes.ts'
import { openSqliteStorage } from '../storage/sqlite/sqlite.ts'
import { person } from './principals.ts'
import { sampleFeatures } from './sampleFeature.ts'

const [place = '', calls = '[]'] = process.argv.slice(2)
const inMb = (bytes: number) => Math.round(bytes / 104_857.6) / 10

let mostHeap = 0
const look = () => {
  mostHeap = Math.max(mostHeap, process.memoryUsage().heapUsed)
}
const looking = setInterval(look, 5)
const beganAt = performance.now()
const storage = place.startsWith('redis:')
  ? await openRedisStorage({ url: place, node: 'long', times: longLeaseTimes })
  : await openSqliteStorage({ folder: place })
const hub = await createHub({
  storage,
  features: sampleFeatures,
  clock: systemClock,
  onFault(what, error) {
    throw new Error(what, { cause: error })
  },
})
const tookMs = Math.round(performance.now() - beganAt)
clearInterval(looking)
look()
globalThis.gc?.()
const heap = process.memoryUsage().heapUsed
const lastSeq = hub.durableSeq()
const answers = []
for (const { actor, id } of JSON.parse(calls) as { actor: string; id: CommandId }[])
  answers.push(await hub.dispatch(person(actor), { id, name: 'sample.give', input: { to: 'bob', coins: 1 } }))
await hub.close()
const mostMemoryMb = inMb(process.resourceUsage().maxRSS * 1024)
process.stdout.write(
  JSON.stringify({ answers, lastSeq, mostHeapMb: inMb(mostHeap), heapMb: inMb(heap), mostMemoryMb, tookMs }),
)
