import { useMemo, useRef } from 'react'
import { mainServer } from '../../../shared/engine/ids.ts'
import { events } from '../../../shared/features/events/events.ts'
import { useDocument } from '../../connection/useDocument.ts'
import type { EventShape } from '../../map/overlays.ts'
import { useNow } from '../../ui/Time.tsx'
import { shapesNow } from './eventLists.ts'

const none = {}
const lookEveryMs = 10_000

/** The events that the island's map shows. The same array until one of them changes: a new one causes a redraw. */
export function useEventShapes(): readonly EventShape[] {
  const byId = useDocument(events, mainServer).value?.events ?? none
  const now = useNow(lookEveryMs)
  const shapes = useMemo(() => shapesNow(byId, now), [byId, now])
  const last = useRef(shapes)
  if (JSON.stringify(last.current) !== JSON.stringify(shapes)) last.current = shapes
  return last.current
}
