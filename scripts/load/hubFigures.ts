/** How the process of a hub is, by its /metrics. */
export interface HubFigures {
  readonly residentBytes: number
  readonly heapBytes: number
  /** Of buffers: what is yet to be written to sockets, among others. */
  readonly externalBytes: number
  /** Since it was asked before: the 99th of a hundred turns of its event loop came so late, ms. */
  readonly lagP99Ms: number
  readonly lagMostMs: number
  /** So far. */
  readonly cpuSeconds: number
}

/** Of a metric without labels. @throws when it is not there */
function gauge(text: string, name: string): number {
  const value = new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]
  if (value === undefined) throw new Error(`The hub tells no ${name} in its /metrics.`)
  return Number(value)
}

export const figuresIn = (text: string): HubFigures => ({
  residentBytes: gauge(text, 'waterhole_process_resident_memory_bytes'),
  heapBytes: gauge(text, 'waterhole_nodejs_heap_size_used_bytes'),
  externalBytes: gauge(text, 'waterhole_nodejs_external_memory_bytes'),
  lagP99Ms: gauge(text, 'waterhole_nodejs_eventloop_lag_p99_seconds') * 1_000,
  lagMostMs: gauge(text, 'waterhole_nodejs_eventloop_lag_max_seconds') * 1_000,
  cpuSeconds: gauge(text, 'waterhole_process_cpu_seconds_total'),
})

export async function readHubFigures(url: string): Promise<HubFigures> {
  const answer = await fetch(`${url}/metrics`)
  if (!answer.ok) throw new Error(`${url}/metrics answers ${answer.status}.`)
  return figuresIn(await answer.text())
}
