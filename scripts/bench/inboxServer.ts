import { createServer } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { systemClock } from '../../server/engine/clock.ts'
import { createHub } from '../../server/engine/createHub.ts'
import { implement } from '../../server/engine/rule.ts'
import { notifyEveryone, notifyMany } from '../../server/features/notifications/notify.ts'
import { createGateway } from '../../server/gateway/gateway.ts'
import { openSqliteStorage } from '../../server/storage/sqlite/sqlite.ts'
import { ensureAccount } from '../../server/testing/accounts.ts'
import { allFeatures } from '../../server/testing/allFeatures.ts'
import { person } from '../../server/testing/principals.ts'
import { unlimited } from '../../server/testing/unlimited.ts'
import { sendNotifications } from '../../shared/features/notifications/commands.ts'
import { protocolVersion } from '../../shared/protocol/version.ts'
import { answerParent } from './childProcess.ts'
import { listening } from './fanOutPaths.ts'
import { benchFolder } from './journalHub.ts'

// A hub with sockets and a journal on the disk, and an account for each viewer: the cookie of a viewer is its name.

const clock = systemClock
const { folder, remove } = benchFolder('inbox')
const storage = await openSqliteStorage({ folder })
const told = { type: 'eventReminder', title: 'Soon', message: 'Moonlight Hunt starts in 15 minutes.' } as const
let accounts: readonly string[] = []
const toMany = { ...sendNotifications, name: 'bench.toMany' } as const
const toEveryone = { ...sendNotifications, name: 'bench.toEveryone' } as const
const bench = {
  name: 'bench',
  documents: [],
  commands: [
    implement(toMany, (context) => {
      notifyMany(context, accounts, told)
      return {}
    }),
    implement(toEveryone, (context) => {
      notifyEveryone(context, told)
      return {}
    }),
  ],
  queries: [],
}
const hub = await createHub({ storage, features: [...allFeatures, bench], clock, onFault: console.error })
const server = createServer()
createGateway({
  hub,
  server,
  principalOf: ({ cookie = 'nobody' }) => person(cookie),
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
const port = await listening(server)
const lag = monitorEventLoopDelay({ resolution: 1 })

const answers = {
  async open(viewers: number) {
    accounts = Array.from({ length: viewers }, (_, at) => `p${at}`)
    await Promise.all(accounts.map((account) => ensureAccount(hub, clock.now(), { account })))
    return port
  },
  async send(to: 'toMany' | 'toEveryone') {
    lag.reset()
    lag.enable()
    await hub.execute('bench', `bench.${to}`, { to: [], notification: told })
  },
  /** The longest time in which the loop was blocked since the last `send`, ms. */
  longestLag() {
    lag.disable()
    return lag.max / 1e6
  },
  async close() {
    await hub.close()
    remove()
  },
}
export type InboxAnswers = typeof answers

answerParent(answers)
