import type { Socket } from 'node:net'
import type { Weather } from './weather.ts'

/** Bytes that wait here before the sender is asked to wait. */
const MOST_HELD = 1 << 20

interface Waiting {
  /** Null: the sender has ended. */
  readonly chunk: Buffer | null
  readonly dueAt: number
}

/** What waits to go on, and how much of it. */
function createHeld(from: Socket) {
  let waiting: Waiting[] = []
  let bytes = 0
  return {
    next: () => waiting[0],
    add(one: Waiting) {
      waiting.push(one)
      bytes += one.chunk?.length ?? 0
      if (bytes > MOST_HELD) from.pause()
    },
    shift() {
      bytes -= waiting.shift()?.chunk?.length ?? 0
      if (bytes < MOST_HELD / 2) from.resume()
    },
    clear() {
      waiting = []
    },
  }
}

/** One direction of one connection: what comes from one socket goes to the other as the weather has it. */
export function createLane(from: Socket, to: () => Socket | null, weather: () => Weather) {
  const held = createHeld(from)
  let freeAt = 0
  let timer: NodeJS.Timeout | undefined
  let hasLost = false

  const take = (chunk: Buffer | null) => {
    if (weather().passage === 'lost') {
      hasLost = true
      return
    }
    held.add({ chunk, dueAt: performance.now() + weather().delayMs })
    pump()
  }
  const deliver = (target: Socket, { chunk }: Waiting) => {
    if (chunk === null) return void target.end()
    const { bytesPerSecond } = weather()
    if (bytesPerSecond !== null) freeAt = performance.now() + (chunk.length / bytesPerSecond) * 1_000
    target.write(chunk)
  }
  const pump = () => {
    clearTimeout(timer)
    for (let next = held.next(); next; next = held.next()) {
      const target = to()
      if (!target || weather().passage !== 'open') return
      const waitMs = Math.max(next.dueAt, freeAt) - performance.now()
      if (waitMs > 0) {
        timer = setTimeout(pump, waitMs)
        return
      }
      held.shift()
      deliver(target, next)
    }
  }
  from.on('data', take)
  from.on('end', () => take(null))
  return {
    pump,
    /** Something that was sent here never comes: the rest cannot be understood. */
    isBroken: () => hasLost,
    stop() {
      clearTimeout(timer)
      held.clear()
    },
  }
}
