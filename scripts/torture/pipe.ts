import type { Socket } from 'node:net'

/** The conditions of one direction of a connection. */
export interface LinkConditions {
  readonly delayMs: number
  /** Null for no limit. */
  readonly bytesPerSecond: number | null
  /**
   * 'held': nothing arrives until the conditions change, as with packet loss and retransmission. 'lost': bytes are discarded, and the
   * connection ends when the conditions change.
   */
  readonly flow: 'open' | 'held' | 'lost'
}

/** 'up' is from the client to the server, 'down' the reverse. */
export type Direction = 'up' | 'down'

export const normalConditions: LinkConditions = { delayMs: 0, bytesPerSecond: null, flow: 'open' }

/** Buffered bytes above which the sender is paused. */
const maxBuffered = 1 << 20

interface Waiting {
  /** Null for the end of the stream. */
  readonly chunk: Buffer | null
  readonly dueAt: number
}

/** The buffered chunks and their size. */
function createBuffer(from: Socket) {
  let waiting: Waiting[] = []
  let bytes = 0
  return {
    next: () => waiting[0],
    add(one: Waiting) {
      waiting.push(one)
      bytes += one.chunk?.length ?? 0
      if (bytes > maxBuffered) from.pause()
    },
    shift() {
      bytes -= waiting.shift()?.chunk?.length ?? 0
      if (bytes < maxBuffered / 2) from.resume()
    },
    clear() {
      waiting = []
    },
  }
}

/** One direction of one connection: forwards bytes from one socket to the other under the conditions. */
export function createPipe(from: Socket, to: () => Socket | null, conditions: () => LinkConditions) {
  const buffer = createBuffer(from)
  let freeAt = 0
  let timer: NodeJS.Timeout | undefined
  let hasLost = false

  const take = (chunk: Buffer | null) => {
    if (conditions().flow === 'lost') {
      hasLost = true
      return
    }
    buffer.add({ chunk, dueAt: performance.now() + conditions().delayMs })
    pump()
  }
  const forward = (target: Socket, { chunk }: Waiting) => {
    if (chunk === null) return void target.end()
    const { bytesPerSecond } = conditions()
    if (bytesPerSecond !== null) freeAt = performance.now() + (chunk.length / bytesPerSecond) * 1_000
    target.write(chunk)
  }
  const pump = () => {
    clearTimeout(timer)
    for (let next = buffer.next(); next; next = buffer.next()) {
      const target = to()
      if (!target || conditions().flow !== 'open') return
      const waitMs = Math.max(next.dueAt, freeAt) - performance.now()
      if (waitMs > 0) {
        timer = setTimeout(pump, waitMs)
        return
      }
      buffer.shift()
      forward(target, next)
    }
  }
  from.on('data', take)
  from.on('end', () => take(null))
  return {
    pump,
    /** Bytes were discarded, so the rest of the stream is useless. */
    isBroken: () => hasLost,
    stop() {
      clearTimeout(timer)
      buffer.clear()
    },
  }
}
