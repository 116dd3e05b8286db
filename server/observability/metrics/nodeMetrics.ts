import type { Meters } from './meters.ts'

/** As `server/cluster/node.ts` has it. */
interface Standing {
  readonly role: 'authority' | 'follower'
  readonly epoch: number
  readonly lag: { readonly entries: number; readonly ms: number }
  readonly connection: { readonly up: boolean }
  readonly isReady: boolean
}

/** How this node stands among those that are one hub together. */
export function createNodeMetrics({ read }: Meters, state: () => Standing) {
  const roles = ['authority', 'follower'] as const
  read(
    'node_role',
    'What this node is: 1 for its role',
    (set) => {
      for (const role of roles) set(state().role === role ? 1 : 0, { role })
    },
    ['role'],
  )
  read('node_epoch', 'The epoch of who decides, as it is known here', (set) => set(state().epoch))
  read('node_ready', 'Whether people should be sent here', (set) => set(state().isReady ? 1 : 0))
  read('store_up', 'Whether the store can be reached', (set) => set(state().connection.up ? 1 : 0))
  read('tail_lag_entries', 'How many entries this node is behind', (set) => set(state().lag.entries))
  read('tail_lag_ms', 'For how long this node has been behind, ms', (set) => set(state().lag.ms))
}
