import { setTimeout as sleep } from 'node:timers/promises'
import { backOff } from '../../client/connection/attempts.ts'
import type { Down } from '../../shared/protocol/down.ts'
import { type BenchClient, openBenchClient } from './benchClient.ts'
import { answerParent } from './childProcess.ts'

// Guests whose node is killed: they reconnect like a page, to the address of the load balancer.

const watched = ['server/main', 'mapImage/main', 'regions/main']
const batchSize = 100

interface Guest {
  readonly held: Map<string, { readonly epoch: number; readonly version: number }>
  readonly missing: Set<string>
  socket: BenchClient | null
  failures: number
  /** Ms after the loss at which all documents were held again. */
  backAfterMs: number | null
}

let guests: Guest[] = []
let otherPort = 0
let lostAt = 0
let isOver = false

function receive(guest: Guest, text: string) {
  const [, { changes }] = JSON.parse(text.slice(2)) as [string, Down]
  for (const change of changes) {
    if (change.type === 'dropped') continue
    const epoch = change.type === 'patch' ? (guest.held.get(change.id)?.epoch ?? 0) : change.epoch
    guest.held.set(change.id, { epoch, version: change.version })
    guest.missing.delete(change.id)
  }
  if (guest.missing.size === 0 && lostAt > 0) guest.backAfterMs ??= performance.now() - lostAt
}

function connect(guest: Guest, port: number) {
  for (const id of watched) guest.missing.add(id)
  guest.socket = openBenchClient({
    port,
    headers: { origin: `http://127.0.0.1:${port}` },
    hear(text) {
      if (text.startsWith('42["hello"')) {
        const documents = watched.map((id) => ({ id, ...(guest.held.has(id) && { held: guest.held.get(id) }) }))
        guest.socket?.send(`420["watch",${JSON.stringify({ documents })}]`)
      }
      if (text.startsWith('42["down"')) receive(guest, text)
    },
    closed() {
      if (isOver) return
      setTimeout(() => !isOver && connect(guest, otherPort), backOff(guest.failures, Math.random()))
      guest.failures += 1
    },
  })
}

async function until(holds: () => boolean, withinMs: number) {
  const end = performance.now() + withinMs
  while (!holds() && performance.now() < end) await sleep(20)
}

const answers = {
  /** Opens that many connections to one node; `other` is the port for reconnecting. */
  async join(port: number, other: number, many: number) {
    guests = []
    otherPort = other
    lostAt = 0
    isOver = false
    while (guests.length < many) {
      const batch = Array.from(
        { length: Math.min(batchSize, many - guests.length) },
        (): Guest => ({ held: new Map(), missing: new Set(), socket: null, failures: 0, backAfterMs: null }),
      )
      for (const guest of batch) connect(guest, port)
      guests.push(...batch)
      await until(() => batch.every(({ missing }) => missing.size === 0), 30_000)
    }
  },
  /** Call right before the node is killed. */
  aboutToBreak() {
    lostAt = performance.now()
  },
  /** Resolves when all are back, or after half a minute, with the time that each took, ms. */
  async back() {
    await until(() => guests.every(({ backAfterMs }) => backAfterMs !== null), 30_000)
    const took = guests.flatMap(({ backAfterMs }) => backAfterMs ?? [])
    const states = () => new Set(guests.map(({ held }) => watched.map((id) => held.get(id)?.version).join()))
    // Changes during the reconnects reach all of them. Epochs are those of their first connection.
    await until(() => states().size === 1, 20_000)
    return { took, states: states().size }
  },
  leave() {
    isOver = true
    for (const { socket } of guests) socket?.cut()
  },
}
export type GatewayLossAnswers = typeof answers

answerParent(answers)
