import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

const prefix = 'waterhole_'

/**
 * Makes the Prometheus metrics. Labels have few values that are known in advance, never a user's id, name or address: each value
 * is a time series that is kept as long as the process runs.
 */
export function createMeters() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix })
  const registers = [registry]
  const named = (name: string, help: string) => ({ name: prefix + name, help, registers })
  return {
    registry,
    counter: <Label extends string = never>(name: string, help: string, labelNames: readonly Label[] = []) =>
      new Counter({ ...named(name, help), labelNames }),
    gauge: <Label extends string = never>(name: string, help: string, labelNames: readonly Label[] = []) =>
      new Gauge({ ...named(name, help), labelNames }),
    /** @param buckets upper bounds, ascending */
    histogram: <Label extends string = never>(
      name: string,
      help: string,
      buckets: readonly number[],
      labelNames: readonly Label[] = [],
    ) => new Histogram({ ...named(name, help), buckets: [...buckets], labelNames }),
    /** A gauge that is read when Prometheus scrapes. */
    read: <Label extends string = never>(
      name: string,
      help: string,
      readNow: (set: (value: number, labels?: Record<Label, string>) => void) => void,
      labelNames: readonly Label[] = [],
    ) =>
      void new Gauge<Label>({
        ...named(name, help),
        labelNames,
        collect() {
          readNow((value, labels) => (labels ? this.set(labels, value) : this.set(value)))
        },
      }),
    /** A counter that is kept elsewhere as a plain number, for frequent events, and read when Prometheus scrapes. */
    count: (name: string, help: string, readNow: () => number) =>
      void new Counter({
        ...named(name, help),
        collect() {
          this.reset()
          this.inc(readNow())
        },
      }),
  }
}
export type Meters = ReturnType<typeof createMeters>

/** Buckets for operations within the process or on its disk, ms. */
export const localMs = [0.25, 0.5, 1, 2, 4, 8, 16, 32, 64, 128, 256, 1_000]
/** Buckets for network round trips, ms. */
export const roundTripMs = [5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 15_000]
