import { z } from 'zod'
import type { Node } from './node.ts'
import { readMessage, writeMessage } from './nodeMessage.ts'
import type { Sight } from './sight.ts'

interface RelayParts {
  readonly node: Pick<Node, 'bus' | 'seq' | 'atSeq'>
  /** There is nobody to tell: a reading is long, and is written out for others alone. */
  readonly isAlone: boolean
  /** The highest epoch that is known here: who decided before it has nothing to show any more. */
  epoch(): number
  /** Shows it to those who hang on this node. */
  show(sight: Sight): void
}

/** `seq`: what the journal held when this was seen, so that nobody is shown it who was shut out by then. */
const Told = z.object({ epoch: z.int(), seq: z.int(), sight: z.custom<Sight>() })

const topic = 'readings'

/** What the authority has read is shown on every node, each time that its copy stands where the authority's did. */
export function createSightRelay({ node, isAlone, epoch, show }: RelayParts) {
  let callOff = () => {}
  const stop = node.bus.listen(topic, (message) => {
    const told = readMessage(Told, message)
    if (!told || told.epoch < epoch()) return
    // One that waits is older than this, and this shows all that there is to see.
    callOff()
    callOff = node.atSeq(told.seq, () => show(told.sight))
  })
  return {
    /** To all nodes, this one first: what was ordered of it is published here already. */
    tell(sight: Sight, of: number) {
      show(sight)
      if (!isAlone) node.bus.send(topic, writeMessage({ epoch: of, seq: node.seq(), sight }))
    },
    close() {
      stop()
      callOff()
    },
  }
}
