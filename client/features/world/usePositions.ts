import { useEffect, useRef } from 'react'
import type { DocumentId } from '../../../shared/engine/document.ts'
import { createPositionsDecoder } from '../../../shared/protocol/positions/positionsDecoder.ts'
import { useStream } from '../../connection/useStream.ts'
import type { Herd } from '../../map/herd.ts'
import { type OwnSlots, takeFrame } from './takeFrame.ts'

const none: ReadonlySet<number> = new Set()

/**
 * Lets the frames of the stream move the herd, past React. Whom it told of is forgotten when it is no longer watched.
 * @param everyMs how long until the next reading
 * @param ownSlots the slots that this stream fills, where another stream feeds the same herd; all if not told. Must be
 * the same function from one rendering to the next.
 */
export function usePositions(id: DocumentId, herd: Herd, everyMs: number, ownSlots?: OwnSlots) {
  const reading = useRef({ id, decoder: createPositionsDecoder() })
  if (reading.current.id !== id) reading.current = { id, decoder: createPositionsDecoder() }
  const stream = useStream(id, (frame) => {
    const { decoder } = reading.current
    if (takeFrame(decoder, frame, herd, herd.now(), everyMs, ownSlots) !== 'ok') stream.again()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another stream is another herd of animals
  useEffect(
    () => () => {
      herd.tracks.keepOnly(none, ownSlots)
      herd.changed()
    },
    [id, herd, ownSlots],
  )
}
