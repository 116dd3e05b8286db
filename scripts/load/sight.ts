import { isKey, nextSequence, sequenceOf } from '../../shared/protocol/positions/frameHeader.ts'
import type { DownReader } from './downSummary.ts'
import { type HubClock, localNow } from './hubClock.ts'
import type { Ledger } from './ledger.ts'
import { givenAtOf } from './stamp.ts'

export interface SightParts {
  readonly watch: readonly string[]
  /** The one among them that is a stream. */
  readonly stream: string | null
  /** Epoch ms from which commands of the load are stamped. */
  readonly stampedFrom: number
  readonly ledger: Ledger
  readonly clock: HubClock
  readonly readDown: DownReader
}

/** What one viewer is shown. */
export function createSight({ watch, stream, stampedFrom, ledger, clock, readDown }: SightParts) {
  const lacking = new Set(watch)
  let beganAt = 0
  let frameAt = 0
  let sequence = 0

  const isShown = (ids: readonly string[]) => {
    if (lacking.size === 0) return
    for (const id of ids) lacking.delete(id)
    if (lacking.size === 0) ledger.took('snapshot', localNow() - beganAt)
  }
  return {
    begin() {
      beganAt = localNow()
    },
    refused(ids: readonly string[]) {
      if (ids.length > 0) ledger.trouble('refused')
      isShown(ids)
    },
    down(bytes: Buffer) {
      const { patches, whole, stamps, readAts } = readDown(bytes)
      const now = localNow()
      ledger.count('patches', patches)
      ledger.count('snapshots', whole.length)
      isShown(whole)
      for (const stamp of stamps) {
        const givenAt = givenAtOf(stamp, stampedFrom)
        if (givenAt !== null) ledger.took('patch', now - givenAt)
      }
      for (const readAt of readAts) ledger.took('status', clock.now() - readAt)
    },
    frame(frame: Uint8Array) {
      const now = localNow()
      ledger.count('frames')
      if (frameAt > 0) ledger.took('frameGap', now - frameAt)
      if (frameAt > 0 && !isKey(frame) && sequenceOf(frame) !== nextSequence(sequence)) ledger.count('missedFrames')
      frameAt = now
      sequence = sequenceOf(frame)
      if (stream !== null) isShown([stream])
    },
  }
}
