import { type Clock, every } from '../engine/clock.ts'
import { type HostReading, readHost } from './hostReading.ts'

/** What this machine and this process are doing, over the last interval. Null where it is not measured (yet). */
export interface HostFigures {
  /** Percent of all cores of the machine. */
  readonly cpu: number | null
  /** Percent of the machine's memory. */
  readonly memory: number | null
  /** Bytes per second, of all network interfaces but the loopback. */
  readonly networkIn: number | null
  readonly networkOut: number | null
  readonly hub: {
    /** Percent of one core: above 100 when several threads are busy. */
    readonly cpu: number | null
    /** Percent of the machine's memory. */
    readonly memory: number | null
    /** Whole seconds since the start of this process. */
    readonly uptime: number
  }
}

/** Rates need two readings. */
const everyMs = 10_000

interface HostMeterOptions {
  readonly clock: Pick<Clock, 'monotonic' | 'after'>
  readonly read?: () => HostReading
}

/** Measures the machine of this node at an interval, whether its figures are asked for or not. */
export function createHostMeter({ clock, read = readHost }: HostMeterOptions) {
  const startedAt = clock.monotonic()
  let last = { reading: read(), at: startedAt }
  let figures: Omit<HostFigures, 'hub'> & { readonly hub: Pick<HostFigures['hub'], 'cpu' | 'memory'> } = {
    ...amounts(last.reading),
    cpu: null,
    networkIn: null,
    networkOut: null,
    hub: { cpu: null, memory: hubMemory(last.reading) },
  }
  const stop = every(
    clock,
    () => everyMs,
    async () => {
      const next = { reading: read(), at: clock.monotonic() }
      figures = figuresOf(last.reading, next.reading, next.at - last.at)
      last = next
    },
  )
  return {
    figures: (): HostFigures => ({
      ...figures,
      hub: { ...figures.hub, uptime: Math.floor((clock.monotonic() - startedAt) / 1_000) },
    }),
    stop,
  }
}

/** @param ms between the two readings */
function figuresOf(before: HostReading, after: HostReading, ms: number) {
  return {
    ...amounts(after),
    cpu:
      before.cpu && after.cpu
        ? share(after.cpu.busyMs - before.cpu.busyMs, after.cpu.totalMs - before.cpu.totalMs)
        : null,
    networkIn: rate(before.network?.received, after.network?.received, ms),
    networkOut: rate(before.network?.sent, after.network?.sent, ms),
    hub: { cpu: share(after.hub.cpuMs - before.hub.cpuMs, ms), memory: hubMemory(after) },
  }
}

const amounts = ({ memory }: HostReading) => ({ memory: share(memory.used, memory.total) })
const hubMemory = ({ hub, memory }: HostReading) => (hub.memory === null ? null : share(hub.memory, memory.total))

/** In percent, with one decimal. Null if there is nothing to compare with, or if a counter began again. */
const share = (part: number, whole: number) => (whole > 0 && part >= 0 ? Math.round((part / whole) * 1_000) / 10 : null)

/** Whole units per second. An interface that went away makes the sum smaller: that is not a rate. */
const rate = (before: number | undefined, after: number | undefined, ms: number) =>
  before === undefined || after === undefined || after < before || ms <= 0
    ? null
    : Math.round((after - before) / (ms / 1_000))
