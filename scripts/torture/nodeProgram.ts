import type { App } from '../../server/app/app.ts'
import type { LeaderHub } from '../../server/engine/hub.ts'
import type { NodeCall, NodeCalls } from './nodeProcess.ts'

// A node in its own process, which the runner kills, pauses and gives a wrong clock.

// Before any module of the hub is loaded.
const clock = createShiftedClock()

const { readConfig } = await import('../../server/config.ts')
const { createLog } = await import('../../server/observability/log.ts')
const { createSessionCookie, newToken } = await import('../../server/auth/sessionCookie.ts')
const { tokenHash } = await import('../../server/features/session/openSessions.ts')
const { ensureAccount } = await import('../../server/testing/accounts.ts')
const { openSession: openSessionCommand } = await import('../../shared/features/session/commands.ts')
const { sessionLengthMs } = await import('../../shared/features/session/session.ts')
const { startApp } = await import('../../server/app/app.ts')

let hub: App | null = null
let isLone = true
const open = () => {
  if (!hub) throw new Error('No hub was started.')
  return hub
}

const calls: { readonly [D in keyof NodeCalls]: (input: NodeCalls[D]['input']) => Promise<NodeCalls[D]['answer']> } = {
  async start({ environment }) {
    // Any free port, which the configuration does not allow.
    const config = { ...readConfig(environment), port: 0 }
    isLone = config.redis === null
    hub = await startApp(config, createLog(config))
    return { port: Number(new URL(hub.address).port) }
  },
  signIn: async (user) => openSession(open().hub, user),
  async shift({ ms }) {
    clock.shift(ms)
    return null
  },
  async state() {
    const { node, hub } = open()
    const state = node.state()
    const { role, isReady, node: name } = state
    // A lone node tells no position. Its hub runs the rules itself, and knows it.
    const seq = isLone ? (hub as LeaderHub).durableSeq() : node.seq()
    return { role, isReady, name, seq, text: JSON.stringify(state) }
  },
  async copies({ ids }) {
    return ids.flatMap((id) => {
      const copy = open().hub.copy(id)
      return copy ? [[id, copy] as const] : []
    })
  },
  async stop() {
    const last = open()
    hub = null
    await last.close()
    return null
  },
}

process.on('message', ({ number, name, input }: NodeCall) => {
  const carryOut = calls[name] as (input: unknown) => Promise<unknown>
  carryOut(input).then(
    (answer) => process.send?.({ number, answer }),
    (error: unknown) =>
      process.send?.({ number, error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  )
})
// The runner has ended.
process.on('disconnect', () => process.exit(1))
process.send?.({ number: 0, answer: null })

/** Creates the account and opens a session, as a sign-in does. Returns the session cookie. */
async function openSession(hub: App['hub'], { account, role, steamId }: NodeCalls['signIn']['input']) {
  const token = newToken()
  await ensureAccount(hub, Date.now(), { account, steamId })
  await hub.execute('sign-in', openSessionCommand.name, {
    key: tokenHash(token),
    accountId: account,
    role,
    demo: false,
  })
  return createSessionCookie(false).write(token, sessionLengthMs).split(';')[0] ?? ''
}

/** Shifts the clock of the whole process. */
function createShiftedClock() {
  const right = Date.now
  let shift = 0
  Date.now = () => right() + shift
  return {
    shift(ms: number) {
      shift = ms
    },
  }
}
