import type { Clock } from '../clock.ts'
import { LinkError } from '../link.ts'
import { createReplyReader, type Expected, type Reply } from './replyReader.ts'
import type { OpenWire } from './tcpWire.ts'
import type { Timings } from './timings.ts'

/** A wire on which one thing is said and one reply is heard at a time. */
export interface Line {
  /** Settles when the line is open, or never will be. */
  readonly opened: Promise<void>
  /** Rejects with what ended the line, if something has. `leaving` is called right before the first byte leaves. */
  exchange(frame: Buffer, expected: Expected, leaving?: () => void): Promise<Reply>
  /** What happened first counts: a line ends once. */
  end(error: LinkError): void
}

export interface LineOptions {
  readonly open: OpenWire
  readonly clock: Clock
  readonly timings: Timings
}

/** `ended` is told once, whatever ended the line. */
export function createLine({ open, clock, timings }: LineOptions, ended: (error: LinkError) => void): Line {
  const reader = createReplyReader(clock, timings)
  const opening = Promise.withResolvers<void>()
  let failure: LinkError | null = null

  const end = (error: LinkError) => {
    if (failure) return
    failure = error
    callOff()
    wire.close()
    opening.reject(error)
    reader.abandon(error)
    ended(error)
  }
  const stopIfEnded = () => {
    if (failure) throw failure
  }
  const callOff = clock.after(timings.connectMs, () => end(new LinkError('down', 'the host does not answer')))
  opening.promise.then(callOff, () => {})
  const wire = open({
    opened: opening.resolve,
    received: reader.receive,
    lost: (why) => end(new LinkError('down', why)),
  })

  return {
    opened: opening.promise,
    end,
    async exchange(frame, expected, leaving) {
      stopIfEnded()
      // A moment for bytes that are already on their way here, so that they are dropped and not taken for the reply.
      await new Promise<void>((resolve) => void clock.after(0, resolve))
      stopIfEnded()
      leaving?.()
      wire.send(frame)
      // After none or half a reply nothing that follows could be trusted: no id says what it belongs to.
      return reader.read(expected).catch((error: LinkError) => {
        end(error)
        throw error
      })
    },
  }
}
