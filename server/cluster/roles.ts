import type { Clock } from '../engine/clock.ts'
import type { NodeRole, Run } from './node.ts'

type Listener = (role: NodeRole, run: Run | null) => void

/** Which role this node has, and who is told when it changes. */
export function createRoles(clock: Pick<Clock, 'now'>, onFault: (what: string, error: unknown) => void) {
  const listeners = new Set<Listener>()
  let run: Run | null = null
  let since = clock.now()
  const role = (): NodeRole => (run ? 'authority' : 'follower')

  return {
    role,
    run: () => run,
    since: () => since,
    /** @param next the run that begins; null where none does */
    become(next: Run | null) {
      if (next === run) return
      run = next
      since = clock.now()
      for (const listener of listeners) {
        try {
          listener(role(), run)
        } catch (error) {
          onFault(`become ${role()}`, error)
        }
      }
    },
    onRole(listener: Listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
export type Roles = ReturnType<typeof createRoles>
