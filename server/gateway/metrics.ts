/** The events that the gateway reports about itself. */
export interface GatewayMetrics {
  sockets(count: number): void
  /** One write to one connection. */
  sent(messages: number, bytes: number): void
  /** Duration of building one flush, ms, without the writes, which follow in slices. */
  flushed(ms: number): void
  /** A slow connection got no positions in this flush. */
  skipped(): void
  /**
   * A connection was requested: admitted, or refused by its form, its origin, its rate, the connections of its address,
   * or for now because its session could not be looked up.
   */
  handshake(outcome: 'admitted' | 'malformed' | 'foreign' | 'tooFast' | 'crowded' | 'undecided'): void
  /** A connection has ended. @param reason Socket.IO's name for it */
  ended(reason: string): void
  /** A message arrived. */
  received(event: 'command' | 'query' | 'watch' | 'unwatch' | 'none', verdict: 'fine' | 'tooFast' | 'malformed'): void
  /** A connection was closed because it read nothing any more. */
  tooSlow(): void
}

export const noMetrics: GatewayMetrics = {
  sockets() {},
  sent() {},
  flushed() {},
  skipped() {},
  handshake() {},
  ended() {},
  received() {},
  tooSlow() {},
}
