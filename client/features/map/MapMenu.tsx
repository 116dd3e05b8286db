import { useSetAtom } from 'jotai'
import { type ReactNode, useState } from 'react'
import { type PingKind, pingKinds } from '../../../shared/features/packs/packLife.ts'
import type { Point } from '../../../shared/features/world/frame.ts'
import { placeInWords } from '../../../shared/features/world/placeInWords.ts'
import { useConnection } from '../../connection/ConnectionProvider.tsx'
import type { MarkerLayer } from '../../map/markerLayer.ts'
import { pingFaces } from '../../map/pingKinds.ts'
import type { MapSpot } from '../../map/selection.ts'
import type { View } from '../../map/view.ts'
import { ContextMenu, type MenuItem } from '../../ui/Menu.tsx'
import { Stroke } from '../../ui/Stroke.tsx'
import { showToastAtom } from '../../ui/Toast.tsx'
import { pingWaitSeconds } from '../packs/packLabels.ts'
import type { MapToolsState } from '../packs/useMapTools.ts'
import type { PackState } from '../packs/usePack.ts'

interface MapMenuOptions {
  /** The account of the viewing user. */
  readonly me: string
  readonly packState: PackState
  readonly tools: MapToolsState
  readonly pingInterval: number
  /** What may be done with the animal there, above what may be done with the place. */
  readonly animalItems: (animal: string) => readonly MenuItem[]
}

/** The context menu of the map: of an animal, and of a place. Opened by a right click, a long press or the keyboard. */
export function useMapMenu({ me, packState, tools, pingInterval, animalItems }: MapMenuOptions) {
  const [spot, open] = useState<MapSpot | null>(null)
  const { serverNow } = useConnection()
  const copy = useCopyPosition()
  const pack = packState.name === 'here' ? packState : null
  const placeItems = (place: Point): MenuItem[] => [
    ...(pack
      ? pingItems(pingWaitSeconds(pack.life.pingedAt[me], pingInterval, serverNow()), (kind) =>
          tools.sendPing(place, kind),
        )
      : []),
    ...(pack?.pack.leader === me
      ? [{ key: 'waypoint', name: 'Set the waypoint here', onChoose: () => tools.sendWaypoint(place) }]
      : []),
    { key: 'measure', name: 'Measure from here', startsGroup: true, onChoose: () => tools.measureFrom(place) },
    { key: 'danger', name: 'Show danger zones here', onChoose: () => tools.showDanger(place) },
    { key: 'copy', name: 'Copy position', detail: placeInWords(place), onChoose: () => copy(place) },
  ]
  const menu: ReactNode = spot ? (
    <ContextMenu
      label={placeInWords(spot.place)}
      at={spot.at}
      items={[...(spot.animal === null ? [] : animalItems(spot.animal)), ...placeItems(spot.place)]}
      onClose={() => open(null)}
    />
  ) : null
  return { onContext: open, menu }
}

/** @param waitSeconds until the next allowed ping */
const pingItems = (waitSeconds: number, ping: (kind: PingKind) => void): MenuItem[] =>
  pingKinds.map((kind, index) => ({
    key: kind,
    name: `Ping: ${pingFaces[kind].name.toLowerCase()}`,
    icon: (
      <Stroke>
        <path d={pingFaces[kind].path} />
      </Stroke>
    ),
    startsGroup: index === 0,
    ...(waitSeconds > 0 ? { disabled: `in ${waitSeconds} s` } : {}),
    onChoose: () => ping(kind),
  }))

/** Copies a place in words and in map units, and says whether that worked. */
function useCopyPosition() {
  const showToast = useSetAtom(showToastAtom)
  return (place: Point) => {
    const text = `${placeInWords(place)} (${Math.round(place.x)}, ${Math.round(place.y)})`
    // Without https a browser has no clipboard.
    void (navigator.clipboard?.writeText(text) ?? Promise.reject()).then(
      () => showToast('Position copied.'),
      () => showToast(`Can't copy. The position is ${text}.`),
    )
  }
}

/** Follows an animal, or stops. */
export function useFollowItem(view: View, markerLayer: MarkerLayer) {
  return (animal: string): MenuItem[] => {
    const name = markerLayer.find(animal)?.label ?? 'this dinosaur'
    return view.followed() === animal
      ? [{ key: 'follow', name: `Stop following ${name}`, onChoose: () => view.follow(null) }]
      : [{ key: 'follow', name: `Follow ${name}`, onChoose: () => view.follow(animal) }]
  }
}
