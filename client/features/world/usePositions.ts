import { useCallback, useState } from 'react'
import type { DocumentId } from '../../../shared/engine/document.ts'
import { createPositionsDecoder } from '../../../shared/protocol/positions/positionsDecoder.ts'
import { useStream } from '../../connection/useStream.ts'
import type { Herd } from '../../map/herd.ts'

/** Lets the frames of the stream move the herd, past React. @param everyMs how long until the next reading */
export function usePositions(stream: DocumentId, herd: Herd, everyMs: number) {
  const [decoder] = useState(createPositionsDecoder)
  const onFrame = useCallback(
    (frame: Uint8Array) => {
      const now = performance.now()
      for (const { slot, x, y } of decoder.read(frame)) herd.tracks.receive(slot, { x, y, heading: null }, now, everyMs)
      herd.changed()
    },
    [decoder, herd, everyMs],
  )
  return useStream(stream, onFrame)
}
