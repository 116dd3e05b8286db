import { EventEmitter, once } from 'node:events'
import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { io, type Socket } from 'socket.io-client'
import { freshId } from '../../server/testing/principals.ts'
import { documentId } from '../../shared/engine/document.ts'
import { broadcast, IssuedOrder, saveGame, unbanPlayer } from '../../shared/features/deliveries/commands.ts'
import { type Delivery, ownDeliveries } from '../../shared/features/deliveries/delivery.ts'
import type { Answer } from '../../shared/protocol/calls.ts'
import { startChild } from './childProcess.ts'
import type { HubAnswers } from './deliverHub.ts'
import type { CrowdAnswers } from './deliverViewers.ts'

export const staffCount = 10
/** Only a hub that hangs meets it, even on a busy machine. */
const closeWithinMinutes = 5

/** The hub with its simulator in one process, the viewers in another, and the staff in this one. */
export async function openDeliverSetup(limit: TimeLimit) {
  const hub = startChild<HubAnswers>(new URL('./deliverHub.ts', import.meta.url))
  const crowd = startChild<CrowdAnswers>(new URL('./deliverViewers.ts', import.meta.url))
  const staff: Staff[] = []
  const opened = await limit
    .step('the hub opens', () => hub.ask('open'))
    .catch((error: unknown) => {
      for (const child of [hub, crowd]) child.end()
      throw error
    })
  const close = async () => {
    for (const { leave } of staff) leave()
    crowd.end()
    try {
      await createTimeLimit(closeWithinMinutes).step('the hub closes', () => hub.ask('close'))
    } finally {
      hub.end()
      rmSync(opened.folder, { recursive: true, force: true })
    }
  }
  return {
    hub,
    crowd,
    staff,
    limit,
    close,
    folder: opened.folder,
    address: opened.address,
    game: opened.game,
    /** Each with their own account and socket, since rates are limited for each. */
    admitStaff: () =>
      limit.step(`${staffCount} staff come`, async () => {
        for (let number = 1; number <= staffCount; number += 1) {
          const account = `staff-${number}`
          staff.push(await openStaff(opened.address, account, await hub.ask('admit', account, 'admin')))
        }
      }),
  }
}
export type DeliverSetup = Awaited<ReturnType<typeof openDeliverSetup>>

/** Just below the sustained command rate of one socket. */
export const intervalMs = 55
let made = 0
/** Unique, so that texts are distinguishable. */
const nextNumber = () => {
  made += 1
  return made
}
export const uniqueText = () => `Text of the bench, number ${nextNumber()}.`

/** Actions on the whole server, of which one waits for the other. */
export const orders = {
  announcement: () => ({ name: broadcast.name, input: { text: uniqueText() } }),
  save: () => ({ name: saveGame.name, input: {} }),
}
/** With a new target each time: none waits for another, and no limit on open orders is reached. */
const unbanning = () => ({
  name: unbanPlayer.name,
  input: { target: String(76_561_199_000_000_000n + BigInt(nextNumber())) },
})

interface Patch {
  readonly op: string
  readonly path: readonly string[]
  readonly value?: unknown
}
interface Change {
  readonly type: string
  readonly value?: { readonly entries: Record<string, Delivery> }
  readonly patches?: readonly Patch[]
}

/**
 * The deliveries of an account, as its socket receives them. They are neither checked nor copied: that takes a good part of a millisecond, which would
 * count as the hub's time. The other paths only wait for one event.
 */
async function watchOwnDeliveries(socket: Socket, account: string) {
  const entries = new Map<string, Partial<Delivery>>()
  const changed = new EventEmitter()
  const take = ({ type, value, patches = [] }: Change) => {
    if (type === 'snapshot') for (const [id, one] of Object.entries(value?.entries ?? {})) entries.set(id, one)
    for (const { op, path, value } of patches) {
      const [, id = '', field] = path
      if (field !== undefined) entries.set(id, { ...entries.get(id), [field]: value })
      else if (op === 'remove') entries.delete(id)
      else entries.set(id, value as Delivery)
    }
  }
  socket.on('down', ({ changes }: { readonly changes: readonly Change[] }) => {
    for (const change of changes) take(change)
    changed.emit('change')
  })
  await socket.emitWithAck('watch', { documents: [{ id: documentId(ownDeliveries, account) }] })
  return {
    entries,
    async until(holds: () => boolean) {
      while (!holds()) await once(changed, 'change')
    },
  }
}

/** A staff member with a page that shows their own deliveries. */
async function openStaff(address: string, account: string, cookie: string) {
  const extraHeaders = { origin: address, cookie }
  const socket = io(address, { transports: ['websocket'], forceNew: true, extraHeaders })
  await new Promise<void>((resolve) => void socket.once('hello', () => resolve()))
  const { entries, until } = await watchOwnDeliveries(socket, account)

  const order = async ({ name, input }: { readonly name: string; readonly input: object }) => {
    const answer: Answer = await socket.emitWithAck('command', { id: freshId(Date.now()), name, input })
    if (!answer.ok) throw new Error(`A command of the bench was refused: ${answer.message}`)
    return IssuedOrder.parse(answer.output).id
  }
  const acknowledged = async () => {
    const pressedAt = performance.now()
    await order(unbanning())
    return performance.now() - pressedAt
  }
  return {
    /** Ms until the page shows that the game has done it. */
    async confirmed(press: keyof typeof orders) {
      const pressedAt = performance.now()
      const id = await order(orders[press]())
      await until(() => typeof entries.get(id)?.settledAt === 'number')
      const tookMs = performance.now() - pressedAt
      const { state, why } = entries.get(id) ?? {}
      if (state !== 'confirmed') throw new Error(`A command of the bench is ${state}: ${why}`)
      return tookMs
    },
    /** That many at a constant rate, independent of the answers. Returns the ms until each was acknowledged. */
    async acknowledgements(commands: number, startAfterMs: number) {
      await sleep(startAfterMs)
      const taken: Promise<number>[] = []
      for (let given = 0; given < commands; given += 1) {
        taken.push(acknowledged())
        await sleep(intervalMs)
      }
      return Promise.all(taken)
    },
    /** Resolves when no order is open any more. */
    idle: () => until(() => ![...entries.values()].some(({ state }) => state === 'queued' || state === 'sending')),
    leave: () => void socket.disconnect(),
  }
}
export type Staff = Awaited<ReturnType<typeof openStaff>>
/** Delay between the first commands of two staff members, so that they do not coincide. */
export const startDelayMs = (staff: readonly Staff[]) => intervalMs / staff.length

const page = Buffer.alloc(8_192, 1)

/** The cost of the disk alone: small writes one after the other, each synced. */
export function openDiskSyncs(folder: string) {
  const file = openSync(join(folder, 'syncs'), 'w')
  return {
    tookMs(count: number) {
      const startedAt = performance.now()
      for (let done = 0; done < count; done += 1) {
        writeSync(file, page)
        fdatasyncSync(file)
      }
      return performance.now() - startedAt
    },
    close: () => closeSync(file),
  }
}

interface TimeLimit {
  /** Prints the step and runs it. Rejects when all steps together have exceeded the limit. */
  step<T>(what: string, work: () => Promise<T>): Promise<T>
  /** The same for a step that returns a measurement, which is printed too. */
  measured(what: string, work: () => Promise<number>): Promise<number>
}

/** Limits the duration of a bench and prints its progress. */
export function createTimeLimit(minutes: number, print: (line: string) => void = console.log): TimeLimit {
  const startedAt = performance.now()
  const elapsed = () => `${((performance.now() - startedAt) / 1_000).toFixed(0)} s`
  const within = async <T>(what: string, work: () => Promise<T>) => {
    const limit = Promise.withResolvers<never>()
    const why = new Error(`The bench was stopped after ${minutes} minutes, at: ${what}.`)
    const timer = setTimeout(() => limit.reject(why), startedAt + minutes * 60_000 - performance.now())
    try {
      return await Promise.race([work(), limit.promise])
    } finally {
      clearTimeout(timer)
    }
  }
  return {
    step(what, work) {
      print(`  ${elapsed()}: ${what}`)
      return within(what, work)
    },
    async measured(what, work) {
      const figure = await within(what, work)
      print(`  ${elapsed()}: ${what} ${figure.toFixed(2)} ms`)
      return figure
    },
  }
}
