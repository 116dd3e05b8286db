/** What the gateway tells of itself as it goes, for whoever counts. */
export interface GatewayMetrics {
  sockets(count: number): void
  /** One write to one viewer. */
  sent(messages: number, bytes: number): void
  /** How long the making of one flush took, ms: without the writes, which follow in slices. */
  flushed(ms: number): void
  /** A viewer that lagged got no positions in this flush. */
  skipped(): void
  /** A connection was asked for: let in, or turned away for the number of them from there, or for where its page is from. */
  asked(outcome: 'admitted' | 'crowded' | 'foreign'): void
  /** A viewer's connection has ended. @param reason as Socket.IO calls it */
  ended(reason: string): void
  /** A message came from a viewer. */
  heard(event: 'command' | 'query' | 'watch' | 'unwatch' | 'none', verdict: 'fine' | 'tooFast' | 'malformed'): void
  /** A viewer took nothing more, and was let go. */
  stuck(): void
}

export const noMetrics: GatewayMetrics = {
  ...{ sockets() {}, sent() {}, flushed() {}, skipped() {} },
  ...{ asked() {}, ended() {}, heard() {}, stuck() {} },
}
