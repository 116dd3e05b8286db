import { useAtomValue } from 'jotai'
import { useCallback, useEffect, useRef } from 'react'
import type { DocumentId } from '../../shared/engine/document.ts'
import { useConnection } from './ConnectionProvider.tsx'
import type { FrameListener, Stream } from './documents.ts'
import { copyAtom } from './useDocument.ts'

export interface StreamUse {
  /** `here` once the first frame has arrived. */
  readonly state: 'loading' | 'here' | 'refused'
  /** A frame was missed or could not be read: asks for a key frame. */
  requestKeyFrame(): void
}

/** Frames of a stream while mounted. They bypass React: `onFrame` may be another function at each rendering. */
export function useStream(id: DocumentId, onFrame: FrameListener): StreamUse {
  const connection = useConnection()
  const { state } = useAtomValue(copyAtom(id))
  const latest = useRef(onFrame)
  const stream = useRef<Stream | null>(null)
  useEffect(() => {
    latest.current = onFrame
  }, [onFrame])
  useEffect(() => {
    const opened = connection.stream(id, (frame, at) => latest.current(frame, at))
    stream.current = opened
    return opened.stop
  }, [connection, id])
  const requestKeyFrame = useCallback(() => stream.current?.requestKeyFrame(), [])
  return { state, requestKeyFrame }
}
