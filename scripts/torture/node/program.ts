// A node in a process of its own, to be killed, paused and lied to. Told what to do by whoever started it.
import type { App } from '../../../server/app/app.ts'
import { createWrongClock } from './clock.ts'
import type { Ask, Doors } from './doors.ts'

// Before anything of the hub is there.
const clock = createWrongClock()

const { readConfig } = await import('../../../server/config.ts')
const { createLog } = await import('../../../server/observability/log.ts')
const { openSession } = await import('./openSession.ts')
const { startApp: startWaterhole } = await import('../../../server/app/app.ts')

let hub: App | null = null
const open = () => {
  if (!hub) throw new Error('No hub was begun.')
  return hub
}

const doors: { readonly [D in keyof Doors]: (ask: Doors[D]['ask']) => Promise<Doors[D]['answer']> } = {
  async begin({ environment }) {
    // Any free port: what an owner cannot ask for.
    const config = { ...readConfig(environment), port: 0 }
    hub = await startWaterhole(config, createLog(config))
    return { port: Number(new URL(hub.address).port) }
  },
  signIn: async (newcomer) => openSession(open().hub, newcomer),
  async shift({ ms }) {
    clock.shift(ms)
    return null
  },
  async state() {
    const { node } = open()
    const state = node.state()
    const { role, isReady, node: name } = state
    return { role, isReady, name, seq: node.seq(), words: JSON.stringify(state) }
  },
  async copies({ ids }) {
    return ids.flatMap((id) => {
      const copy = open().hub.copy(id)
      return copy ? [[id, copy] as const] : []
    })
  },
  async end() {
    const last = open()
    hub = null
    await last.close()
    return null
  },
}

process.on('message', ({ number, door, ask }: Ask) => {
  const carryOut = doors[door] as (ask: unknown) => Promise<unknown>
  carryOut(ask).then(
    (answer) => process.send?.({ number, answer }),
    (error: unknown) =>
      process.send?.({ number, error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  )
})
// Whoever started it is gone.
process.on('disconnect', () => process.exit(1))
process.send?.({ number: 0, answer: null })
