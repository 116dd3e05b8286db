/** What can be done to a house, by whom it is done to. */
export const nodeFaults = ['kill', 'stop', 'pause', 'wrongClock'] as const
export const wireFaults = ['refuse', 'hold', 'holdUp', 'holdDown', 'loseDown', 'reset', 'late', 'slow'] as const
export const redisFaults = ['killRedis', 'pauseRedis', 'restartRedis', 'fullRedis', 'fullRedisDisk'] as const
export const wires = ['store', 'pages', 'game'] as const

export type Wire = (typeof wires)[number]
export type NodeFault = (typeof nodeFaults)[number]
export type WireFault = (typeof wireFaults)[number]
export type RedisFault = (typeof redisFaults)[number]

/** Whom it meets: a node by its number, or by what it is at that moment. */
export type Target = number | 'leader' | 'follower'

interface Span {
  /** Ms from the beginning of a run, and how long it lasts. */
  readonly atMs: number
  readonly forMs: number
}
export type Fault =
  | (Span & { readonly to: 'node'; readonly what: NodeFault; readonly node: Target; readonly shiftMs: number })
  | (Span & { readonly to: Wire; readonly what: WireFault; readonly node: Target; readonly amount: number })
  | (Span & { readonly to: 'redis'; readonly what: RedisFault })

export const faultWords = (fault: Fault): string => {
  const span = `${Math.round(fault.atMs)}+${Math.round(fault.forMs)}ms`
  if (fault.to === 'redis') return `${fault.what} ${span}`
  const amount = 'amount' in fault && (fault.what === 'late' || fault.what === 'slow') ? ` ${fault.amount}` : ''
  const shift = 'shiftMs' in fault && fault.what === 'wrongClock' ? ` ${fault.shiftMs / 60_000}min` : ''
  return `${fault.to === 'node' ? '' : `${fault.to}.`}${fault.what}${amount}${shift}(${fault.node}) ${span}`
}
