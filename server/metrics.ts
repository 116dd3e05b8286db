import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

const journalMs = [0.25, 0.5, 1, 2, 4, 8, 16, 32, 64, 128, 256]
const linkMs = [5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000]

/** What Prometheus is told, under one prefix; Node's own figures (loop lag, memory) come with it. */
/** @param countDocuments how many documents somebody has written */
export function createMetrics(countDocuments: () => number) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'waterhole_' })
  const registers = [registry]
  const counter = (name: string, help: string) => new Counter({ name: `waterhole_${name}`, help, registers })
  const gauge = (name: string, help: string) => new Gauge({ name: `waterhole_${name}`, help, registers })
  const histogram = (name: string, help: string, buckets: number[]) =>
    new Histogram({ name: `waterhole_${name}`, help, buckets, registers })
  new Gauge({
    name: 'waterhole_documents',
    help: 'Documents that somebody has written',
    registers,
    collect() {
      this.set(countDocuments())
    },
  })
  const sent = { frames: 0, writes: 0, bytes: 0 }
  // Counted in plain numbers, once per viewer and write, and told only when somebody asks.
  const tellSent = (name: string, help: string, count: keyof typeof sent) =>
    new Counter({
      name: `waterhole_${name}`,
      help,
      registers,
      collect() {
        this.reset()
        this.inc(sent[count])
      },
    })
  tellSent('frames_sent_total', 'Messages sent to viewers', 'frames')
  tellSent('socket_writes_total', 'Writes to viewers: several messages may share one', 'writes')
  tellSent('bytes_sent_total', 'Bytes sent to viewers', 'bytes')
  return {
    registry,
    sockets: gauge('sockets', 'Open sockets'),
    journalEntries: counter('journal_entries_total', 'Entries made durable'),
    journalMs: histogram('journal_write_ms', 'How long a group of entries took to become durable, ms', journalMs),
    linkMs: histogram('link_latency_ms', 'How long the game took to answer, ms', linkMs),
    sent,
    flushMs: histogram('flush_ms', 'How long the making of one flush took, ms', journalMs),
    skipped: counter('positions_skipped_total', 'Flushes in which a lagging viewer got no positions'),
    faults: counter('faults_total', 'Faults of our own'),
  }
}
export type Metrics = ReturnType<typeof createMetrics>
