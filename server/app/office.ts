import type { Node, Run } from '../cluster/node.ts'
import type { Authority } from './authority.ts'
import type { Fault } from './workers.ts'

interface OfficeParts {
  readonly node: Pick<Node, 'run' | 'onRole' | 'stepDown'>
  open(run: Run): Promise<Authority>
  readonly onFault: Fault
}

/**
 * Has all that only the one who decides does begin when this node begins to decide, and end when it ends: one after the other, however
 * often that changes. What cannot begin here is left to another node. @throws what the first beginning throws, where there is one
 */
export async function holdOffice({ node, open, onFault }: OfficeParts) {
  let current: Authority | null = null
  let work: Promise<void> = Promise.resolve()

  const leave = async () => {
    const leaving = current
    current = null
    await leaving?.leave()
  }
  const enter = async (run: Run) => {
    if (node.run() !== run) return
    const opened = await open(run)
    current = opened
    if (node.run() !== run) await leave()
  }
  const after = (act: () => Promise<void>) => {
    const done = work.then(act)
    work = done.catch(() => {})
    return done
  }
  const change = async (run: Run | null) => {
    await leave().catch((error: unknown) => onFault('cease to decide', error))
    if (run === null) return
    await enter(run).catch(async (error: unknown) => {
      onFault('begin to decide', error)
      await node.stepDown()
    })
  }
  const first = node.run()
  const stopListening = node.onRole((_role, run) => void after(() => change(run)))
  if (first) await after(() => enter(first))
  return {
    /** Null while another node decides, or none. */
    authority: () => current,
    /** Nothing begins here any more, and what goes on ends, for another node to go on with. */
    async close() {
      stopListening()
      await after(leave)
    },
  }
}
export type Office = Awaited<ReturnType<typeof holdOffice>>
