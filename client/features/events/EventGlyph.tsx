import type { EventType } from '../../../shared/features/events/events.ts'
import { Stroke } from '../../ui/Stroke.tsx'

/** A moon over a track, a herd's way, a crown on a hill: own shapes in the common stroke weight. */
const paths: Readonly<Record<EventType, string>> = {
  'Moonlight Hunt': 'M13.500 2.500a6 6 0 1 0 4 8.500 5 5 0 0 1-4-8.500zM3 17.500c3-1.500 6-1.500 9 0',
  'Great Migration':
    'M2.500 15.500c3-6 6 1 9-4.500 1.500-2.500 3-3.500 6-3.500M14 4.500l3.500 3-3 3M4 6.500h.010M7.500 4.500h.010M8 8h.010',
  'King of the Hill': 'M5 8.500 4 3l3.500 2.500L10 2l2.500 3.500L16 3l-1 5.500zM2 17.500c3-6.500 13-6.500 16 0z',
}

export const EventGlyph = ({ type, size = 24 }: { readonly type: EventType; readonly size?: number }) => (
  <Stroke size={size}>
    <path d={paths[type]} />
  </Stroke>
)
