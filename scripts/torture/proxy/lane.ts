import type { Socket } from 'node:net'
import type { Weather } from './weather.ts'

/** Bytes that wait here before the sender is asked to wait. */
const MOST_HELD = 1 << 20

interface Waiting {
  /** Null: the sender has ended. */
  readonly chunk: Buffer | null
  readonly dueAt: number
}

/** One direction of one connection: what comes from one socket goes to the other as the weather has it. */
export function createLane(from: Socket, to: () => Socket | null, weather: () => Weather) {
  let waiting: Waiting[] = []
  let held = 0
  let freeAt = 0
  let timer: NodeJS.Timeout | null = null
  let hasLost = false

  const take = (chunk: Buffer | null) => {
    if (weather().passage === 'lost') {
      hasLost = true
      return
    }
    waiting.push({ chunk, dueAt: performance.now() + weather().delayMs })
    held += chunk?.length ?? 0
    if (held > MOST_HELD) from.pause()
    pump()
  }
  const deliver = (target: Socket, { chunk }: Waiting) => {
    if (chunk === null) return void target.end()
    const { bytesPerSecond } = weather()
    held -= chunk.length
    if (bytesPerSecond !== null) freeAt = performance.now() + (chunk.length / bytesPerSecond) * 1_000
    target.write(chunk)
    if (held < MOST_HELD / 2) from.resume()
  }
  const pump = () => {
    if (timer) clearTimeout(timer)
    timer = null
    for (let next = waiting[0]; next; next = waiting[0]) {
      const target = to()
      if (!target || weather().passage !== 'open') return
      const waitMs = Math.max(next.dueAt, freeAt) - performance.now()
      if (waitMs > 0) {
        timer = setTimeout(pump, waitMs)
        return
      }
      waiting.shift()
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
      if (timer) clearTimeout(timer)
      waiting = []
    },
  }
}
