import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import type { TimeSpan } from '../../../shared/features/replay/queries.ts'
import type { Roster } from '../../../shared/features/roster/roster.ts'
import type { Circle, TimelineEntry } from '../../../shared/features/timeline/queries.ts'
import type { Point } from '../../../shared/features/world/frame.ts'
import { connectionAtom } from '../../connection/connectionState.ts'
import { IslandMap } from '../../map/IslandMap.tsx'
import { noOverlays, type Overlays } from '../../map/overlays.ts'
import { useOpeningView } from '../map/openingView.ts'
import { AnimalCard, ChosenAnnouncer } from '../map/roster/AnimalCard.tsx'
import { spanAt } from '../replay/recordedSpans.ts'
import { useMoment, type useReplay, type useReplayMap } from '../replay/useReplay.ts'
import { usePins } from './pinHooks.ts'
import styles from './TimelineScreen.module.css'
import { missingMap } from './timelineParts.ts'

interface TimelineMapProps {
  readonly map: ReturnType<typeof useReplayMap>
  readonly replay: ReturnType<typeof useReplay>
  readonly spans: readonly TimeSpan[]
  readonly entries: readonly TimelineEntry[]
  /** The key of the entry at the shown moment. */
  readonly current: string | null
  readonly place: Circle | null
  readonly isChoosing: boolean
  readonly onPlace: (place: Point) => void
  readonly onLeave: () => void
}

/** The island at the shown moment, with the places where something happened and the chosen circle. */
export function TimelineMap(props: TimelineMapProps) {
  const { map, replay, spans, entries, current, place, isChoosing, onPlace, onLeave } = props
  const { clock, view, markerLayer } = map
  useOpeningView({ view, markerLayer, me: 'timeline', opensOn: 'island' })
  const isStale = useAtomValue(connectionAtom).name === 'stale'
  const { pins } = usePins()
  const at = useMoment(clock, 1_000)
  const overlays = useOverlays({ entries, current, place, at })
  // The moment is a whole second, which may lie just before the recording.
  const isRecorded = [at, at + 1_000].some((moment) => spanAt(spans, moment))
  return (
    <div className={styles.map}>
      <IslandMap
        view={view}
        markerLayer={markerLayer}
        metresPerUnit={map.metresPerUnit}
        image={map.image}
        isStale={isStale}
        counts={null}
        withMarkers={true}
        overlays={overlays}
        card={<AnimalCard players={replay.players} />}
        tool={isChoosing ? 'circle' : 'none'}
        onPlace={onPlace}
        onLeaveTool={onLeave}
      >
        <p className={styles.sign} role="status" data-keep-clear>
          {replay.problem ?? (replay.shown ? '' : isRecorded ? 'Loading the map…' : missingMap(at, pins))}
        </p>
      </IslandMap>
      <ChosenAnnouncer players={replay.players} />
    </div>
  )
}

const labelOf = ({ target, by, byName, act }: TimelineEntry) =>
  (act === 'death' ? byName || by : (target?.name ?? '') || (target?.id ?? '')) || 'Kill'

/** Only a few names fit: that of the entry of now. */
function useOverlays({
  entries,
  current,
  place,
  at,
}: Pick<TimelineMapProps, 'entries' | 'current' | 'place'> & { readonly at: number }): Overlays {
  return useMemo(
    () => ({
      ...noOverlays,
      marks: entries.flatMap((entry) =>
        entry.place
          ? [
              {
                id: entry.key,
                place: entry.place,
                label: entry.key === current ? labelOf(entry) : '',
                isChosen: entry.key === current,
                isAhead: entry.at > at + 1_000,
              },
            ]
          : [],
      ),
      events: place
        ? [
            {
              id: 'circle',
              label: '',
              points: [place],
              isPath: false,
              radius: place.radius,
              hasZones: false,
              isActive: false,
              isChosen: true,
              wrong: null,
            },
          ]
        : [],
    }),
    [entries, current, place, at],
  )
}

/** The players of the recorded map who are inside a circle; null where no map is shown. */
export function playersInside(
  { shown, players }: { readonly shown: ReturnType<typeof useReplay>['shown']; readonly players: Roster['players'] },
  place: Circle | null,
): readonly string[] | null {
  if (!shown || !place) return null
  return Object.values(players).flatMap(({ id, animal }) => {
    const at = animal && animal.slot !== null ? shown.reading.places.get(animal.slot) : undefined
    return at && Math.hypot(at.x - place.x, at.y - place.y) <= place.radius ? [id] : []
  })
}
