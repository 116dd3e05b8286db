import type { Answer } from '../../shared/protocol/calls.ts'
import { clockReading } from '../../shared/protocol/clockReading.ts'
import type { Clock } from './clock.ts'

/** The hub's clock, as this page knows it. It runs on the monotonic clock of this machine, whose wall clock plays no part. */
export interface ServerClock {
  /** Epoch ms by the hub's clock; by the clock of this machine before the first hello. */
  serverNow(): number
  /** The hub's time in a hello. It was sent before it arrived, so the hub's clock shows at least this. */
  greeted(hubNow: number): void
  /** There is a connection: takes samples soon and then now and then. */
  start(): void
  /** Takes samples at once: this machine may have slept, and its monotonic clock with it. Does nothing without a connection. */
  check(): void
  stop(): void
}

/** What was found out about the distance from the monotonic clock to the hub's clock, in ms. */
interface Estimate {
  readonly offset: number
  /** Half of the round trip: the true offset is at most this far away, however the two ways differ. */
  readonly within: number
  /** By the monotonic clock. */
  readonly takenAt: number
}

/** Clocks of ordinary machines part by less than 100 microseconds in a second. */
const driftPerMs = 0.000_1
/** A hello needs no longer than this to arrive; what it says is older only if the hub's clock was set back. */
const longestWayMs = 10_000
const samplesAtOnce = 5
const pauseMs = 250
const againAfterMs = 5 * 60_000
/** Pages that reconnect together spread their samples over this time. */
const spreadMs = 1_500

interface ServerClockDeps {
  readonly clock: Clock
  /** One attempt, as `Connection.query`. */
  ask(name: string, input: unknown): Promise<Answer>
  /** 0 to 1. */
  random(): number
}

/**
 * Finds the hub's time by asking for it several times. The fastest answer tells most: the hub's clock was read within its round trip. Where
 * both ways take the same time, the error is only the difference of the two clocks' speeds.
 */
export function createServerClock({ clock, ask, random }: ServerClockDeps): ServerClock {
  let estimate: Estimate = { offset: clock.now() - clock.monotonic(), within: Number.POSITIVE_INFINITY, takenAt: 0 }
  let cancel = () => {}
  let round = 0

  const withinNow = () => estimate.within + driftPerMs * (clock.monotonic() - estimate.takenAt)
  /** Keeps the surer one of both; where they exclude each other, a clock was set or this machine slept, and the new one is right. */
  const take = (sample: Estimate) => {
    const known = withinNow()
    const isExcluded = Math.abs(sample.offset - estimate.offset) > known + sample.within
    if (isExcluded || sample.within <= known) estimate = sample
  }
  const sampleOnce = async () => {
    const sentAt = clock.monotonic()
    const answer = await ask(clockReading.name, {})
    const takenAt = clock.monotonic()
    const hubNow = answer.ok ? clockReading.output.safeParse(answer.output).data?.now : undefined
    if (hubNow === undefined) return
    take({ offset: hubNow - (sentAt + takenAt) / 2, within: (takenAt - sentAt) / 2, takenAt })
  }
  /** Samples of a round that was ended, by a lost connection or by a new round, are not continued. */
  const sample = async (left: number, mine: number): Promise<void> => {
    await sampleOnce()
    if (mine !== round) return
    cancel = left > 1 ? clock.after(pauseMs, () => void sample(left - 1, mine)) : plan(againAfterMs)
  }
  const plan = (delayMs: number) => {
    round += 1
    const mine = round
    cancel()
    cancel = clock.after(delayMs, () => void sample(samplesAtOnce, mine))
    return cancel
  }
  let isOn = false
  return {
    serverNow: () => clock.monotonic() + estimate.offset,
    greeted(hubNow) {
      const offset = hubNow - clock.monotonic()
      const isPossible = offset <= estimate.offset + withinNow() && offset >= estimate.offset - longestWayMs
      if (estimate.within === Number.POSITIVE_INFINITY || !isPossible)
        estimate = { offset, within: Number.POSITIVE_INFINITY, takenAt: clock.monotonic() }
    },
    start() {
      isOn = true
      plan(spreadMs * random())
    },
    check: () => void (isOn && plan(0)),
    stop() {
      isOn = false
      round += 1
      cancel()
    },
  }
}
