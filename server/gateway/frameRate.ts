import { fullBucket, type Rate, takeToken } from '../engine/budgets.ts'
import type { Clock } from '../engine/clock.ts'
import type { Limits } from './limits.ts'

/** The WebSocket of a connection, as far as it says that a frame has arrived: also one that no other code sees. */
interface FrameSource {
  on(event: 'message' | 'ping' | 'pong', listener: () => void): unknown
  terminate(): void
}

const countedRates = ['commands', 'queries', 'watches', 'malformed', 'excess'] as const
/** Answers to the hub's own pings. */
const besides: Rate = { perSecond: 10, burst: 100 }

/** All messages that the rates of a connection admit together, or tolerate. */
function frameRateOf(limits: Pick<Limits, (typeof countedRates)[number]>): Rate {
  const rates = [besides, ...countedRates.map((name) => limits[name])]
  const sum = (of: (rate: Rate) => number) => rates.reduce((total, rate) => total + of(rate), 0)
  return { perSecond: sum(({ perSecond }) => perSecond), burst: sum(({ burst }) => burst) }
}

/**
 * Makes the function that ends a connection which sends more frames than all its rates allow. Pings of the WebSocket, heartbeats and
 * empty packets are answered or ignored by the libraries, and counted nowhere else.
 */
export function createFrameLimit(limits: Pick<Limits, (typeof countedRates)[number]>, clock: Pick<Clock, 'monotonic'>) {
  const rate = frameRateOf(limits)
  return (socket: FrameSource) => {
    const bucket = fullBucket(rate, clock.monotonic())
    const count = () => {
      if (!takeToken(bucket, rate, clock.monotonic())) socket.terminate()
    }
    for (const event of ['message', 'ping', 'pong'] as const) socket.on(event, count)
  }
}
