import { createServer } from 'node:http'
import { type Clock, systemClock } from '../../server/engine/clock.ts'
import { createHub } from '../../server/engine/createHub.ts'
import { createGateway } from '../../server/gateway/gateway.ts'
import { openSqliteStorage } from '../../server/storage/sqlite/sqlite.ts'
import { ensureAccount } from '../../server/testing/accounts.ts'
import { allFeatures } from '../../server/testing/allFeatures.ts'
import { freshId, inSession, person } from '../../server/testing/principals.ts'
import { unlimited } from '../../server/testing/unlimited.ts'
import { scheduleEvent } from '../../shared/features/events/commands.ts'
import { protocolVersion } from '../../shared/protocol/version.ts'
import { answerParent } from './childProcess.ts'
import { listening } from './fanOutPaths.ts'
import { benchFolder } from './journalHub.ts'

// A hub with sockets and a journal on the disk. Events start at whole minutes, so its wall time is set before each.

const minuteMs = 60_000
let aheadMs = 0
const clock: Clock = { ...systemClock, now: () => Date.now() + aheadMs }
const { folder, remove } = benchFolder('events')
const storage = await openSqliteStorage({ folder })
const hub = await createHub({ storage, features: allFeatures, clock, onFault: console.error })
const server = createServer()
createGateway({
  hub,
  server,
  principalOf: () => person('viewer'),
  allowedOrigins: () => true,
  limits: unlimited,
  hello: ({ may }) => ({
    protocol: protocolVersion,
    epoch: hub.epoch,
    now: clock.now(),
    community: 'Bench',
    demo: true,
    principal: null,
    may: [...may],
  }),
})
await ensureAccount(hub, clock.now(), { account: 'olga' })
const port = await listening(server)

const answers = {
  port: () => port,
  /** Schedules an event that starts in `inMs`. Returns when it does, by the clock of this machine, epoch ms. */
  async schedule(inMs: number) {
    const now = Date.now()
    aheadMs = Math.ceil((now + aheadMs + inMs) / minuteMs) * minuteMs - (now + inMs)
    const wall = new Date(now + aheadMs + inMs).toISOString().slice(0, 16)
    const input = { fields: { type: 'Moonlight Hunt' }, zone: 'UTC', when: { wall } }
    const call = { id: freshId(clock.now()), name: scheduleEvent.name, input }
    const answer = await hub.dispatch(inSession(person('olga', 'admin')), call)
    if (!answer.ok) throw new Error(`The event of the bench was refused: ${answer.message}`)
    return Date.parse(`${wall}Z`) - aheadMs
  },
  async close() {
    await hub.close()
    remove()
  },
}
export type EventAnswers = typeof answers

answerParent(answers)
