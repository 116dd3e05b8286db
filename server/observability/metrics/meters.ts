import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

const prefix = 'waterhole_'

/**
 * Makes what Prometheus is told. Labels have few values, which are known beforehand: never an id, a name or an address of anybody,
 * each of which would be a series for ever.
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
    /** @param buckets upper ends, rising */
    histogram: <Label extends string = never>(
      name: string,
      help: string,
      buckets: readonly number[],
      labelNames: readonly Label[] = [],
    ) => new Histogram({ ...named(name, help), buckets: [...buckets], labelNames }),
    /** Told only when somebody asks. */
    read: <Label extends string = never>(
      name: string,
      help: string,
      readNow: (set: (value: number, labels?: Record<Label, string>) => void) => void,
      labelNames: readonly Label[] = [],
    ) =>
      void new Gauge<Label>({
        ...{ ...named(name, help), labelNames },
        collect() {
          readNow((value, labels) => (labels ? this.set(labels, value) : this.set(value)))
        },
      }),
    /** Counted elsewhere in a plain number, often, and told only when somebody asks. */
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

/** For what stays within the process or on its disk, ms. */
export const shortMs = [0.25, 0.5, 1, 2, 4, 8, 16, 32, 64, 128, 256, 1_000]
/** For what goes over the network and comes back, ms. */
export const tripMs = [5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 15_000]
