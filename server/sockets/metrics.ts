/** What the gateway tells of itself as it goes, for whoever counts. */
export interface GatewayMetrics {
  sockets(count: number): void
  /** One write to one viewer. */
  sent(messages: number, bytes: number): void
  /** How long the making of one flush took, ms: without the writes, which follow in slices. */
  flushed(ms: number): void
  /** A viewer that lagged got no positions in this flush. */
  skipped(): void
}

export const noMetrics: GatewayMetrics = { sockets() {}, sent() {}, flushed() {}, skipped() {} }
