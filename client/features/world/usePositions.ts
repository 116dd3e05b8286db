import { useState } from 'react'
import type { DocumentId } from '../../../shared/engine/document.ts'
import { createPositionsDecoder } from '../../../shared/protocol/positions/positionsDecoder.ts'
import { useStream } from '../../connection/useStream.ts'
import type { Herd } from '../../map/herd.ts'
import { takeFrame } from './takeFrame.ts'

/** Lets the frames of the stream move the herd, past React. @param everyMs how long until the next reading */
export function usePositions(id: DocumentId, herd: Herd, everyMs: number) {
  const [decoder] = useState(createPositionsDecoder)
  const stream = useStream(id, (frame) => {
    if (takeFrame(decoder, frame, herd, performance.now(), everyMs) !== 'ok') stream.again()
  })
}
