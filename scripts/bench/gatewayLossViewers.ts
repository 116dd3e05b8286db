import { setTimeout as sleep } from 'node:timers/promises'
import { backOff } from '../../client/connection/backOff.ts'
import type { Down } from '../../shared/protocol/down.ts'
import { type BenchSocket, openBenchSocket } from './benchSocket.ts'
import { answerParent } from './fanOutChild.ts'

// Guests whose node is killed: they come back as the page does, by whatever address all nodes share.

const watched = ['server/main', 'mapSheet/main', 'regions/main']
const inBatchesOf = 100

interface Guest {
  readonly held: Map<string, { readonly epoch: number; readonly version: number }>
  readonly lacking: Set<string>
  socket: BenchSocket | null
  failures: number
  /** Ms after the line broke at which all was held again. */
  backAfterMs: number | null
}

let guests: Guest[] = []
let otherPort = 0
let brokeAt = 0
let isOver = false

function take(guest: Guest, text: string) {
  const [, { changes }] = JSON.parse(text.slice(2)) as [string, Down]
  for (const change of changes) {
    if (change.type === 'dropped') continue
    const epoch = change.type === 'patch' ? (guest.held.get(change.id)?.epoch ?? 0) : change.epoch
    guest.held.set(change.id, { epoch, version: change.version })
    guest.lacking.delete(change.id)
  }
  if (guest.lacking.size === 0 && brokeAt > 0) guest.backAfterMs ??= performance.now() - brokeAt
}

function comeIn(guest: Guest, port: number) {
  for (const id of watched) guest.lacking.add(id)
  guest.socket = openBenchSocket({
    port,
    headers: { origin: `http://127.0.0.1:${port}` },
    hear(text) {
      if (text.startsWith('42["hello"')) {
        const documents = watched.map((id) => ({ id, ...(guest.held.has(id) && { held: guest.held.get(id) }) }))
        guest.socket?.send(`420["watch",${JSON.stringify({ documents })}]`)
      }
      if (text.startsWith('42["down"')) take(guest, text)
    },
    closed() {
      if (isOver) return
      setTimeout(() => !isOver && comeIn(guest, otherPort), backOff(guest.failures, Math.random()))
      guest.failures += 1
    },
  })
}

async function until(holds: () => boolean, withinMs: number) {
  const end = performance.now() + withinMs
  while (!holds() && performance.now() < end) await sleep(20)
}

const answers = {
  /** So many at one node; `other` is where they will look for another. */
  async join(port: number, other: number, many: number) {
    guests = []
    otherPort = other
    brokeAt = 0
    isOver = false
    while (guests.length < many) {
      const batch = Array.from(
        { length: Math.min(inBatchesOf, many - guests.length) },
        (): Guest => ({ held: new Map(), lacking: new Set(), socket: null, failures: 0, backAfterMs: null }),
      )
      for (const guest of batch) comeIn(guest, port)
      guests.push(...batch)
      await until(() => batch.every(({ lacking }) => lacking.size === 0), 30_000)
    }
  },
  /** The node is about to be killed. */
  breaks() {
    brokeAt = performance.now()
  },
  /** Resolves when all are back, or half a minute later; and how long each took, ms. */
  async back() {
    await until(() => guests.every(({ backAfterMs }) => backAfterMs !== null), 30_000)
    const took = guests.flatMap(({ backAfterMs }) => backAfterMs ?? [])
    const states = () => new Set(guests.map(({ held }) => watched.map((id) => held.get(id)?.version).join()))
    // What changed while some were on their way comes to all of them. Epochs are as they were when each first came.
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
