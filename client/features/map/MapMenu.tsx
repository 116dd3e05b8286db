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
  /** Called with the animal whose menu opens; with null when it closes. */
  readonly onAnimal?: ((animal: string | null) => void) | undefined
}

/** The context menu of the map: of an animal, and of a place. Opened by a right click, a long press or the keyboard. */
export function useMapMenu({ me, packState, tools, pingInterval, animalItems, onAnimal }: MapMenuOptions) {
  const [spot, setSpot] = useState<MapSpot | null>(null)
  const open = (next: MapSpot | null) => {
    setSpot(next)
    onAnimal?.(next?.animal ?? null)
  }
  const { serverNow } = useConnection()
  const copy = useCopyPosition()
  const pack = packState.name === 'here' ? packState : null
  const packItems = (place: Point): MenuItem[] => {
    if (!pack) return []
    const wait = pingWaitSeconds(pack.life.pingedAt[me], pingInterval, serverNow())
    const pings = pingItems(wait, (kind) => tools.sendPing(place, kind))
    if (pack.pack.leader !== me) return pings
    return [...pings, { key: 'waypoint', name: 'Set the waypoint here', onChoose: () => tools.sendWaypoint(place) }]
  }
  const placeItems = (place: Point): MenuItem[] => [
    { key: 'measure', name: 'Measure from here', onChoose: () => tools.measureFrom(place) },
    { key: 'danger', name: 'Show danger zones here', onChoose: () => tools.showDanger(place) },
    { key: 'copy', name: 'Copy position', detail: placeInWords(place), onChoose: () => copy(place) },
  ]
  const groupsAt = ({ animal, place }: MapSpot) => [
    animal === null ? [] : animalItems(animal),
    packItems(place),
    placeItems(place),
  ]
  const menu: ReactNode = spot ? (
    <ContextMenu
      label={placeInWords(spot.place)}
      at={spot.at}
      items={grouped(groupsAt(spot))}
      onClose={() => open(null)}
    />
  ) : null
  return { onContext: open, menu }
}

/** A hairline between the groups that are not empty. */
const grouped = (groups: readonly (readonly MenuItem[])[]): MenuItem[] =>
  groups
    .filter((group) => group.length > 0)
    .flatMap((group, at) => group.map((item, index) => (at > 0 && index === 0 ? { ...item, startsGroup: true } : item)))

/** @param waitSeconds until the next allowed ping */
const pingItems = (waitSeconds: number, ping: (kind: PingKind) => void): MenuItem[] =>
  pingKinds.map((kind) => ({
    key: `ping ${kind}`,
    name: `Ping: ${pingFaces[kind].name.toLowerCase()}`,
    icon: (
      <Stroke>
        <path d={pingFaces[kind].path} />
      </Stroke>
    ),
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
    const marker = markerLayer.find(animal)
    const name = marker?.relation === 'own' ? 'yourself' : (marker?.label ?? 'this dinosaur')
    return view.followed() === animal
      ? [{ key: 'follow', name: `Stop following ${name}`, onChoose: () => view.follow(null) }]
      : [{ key: 'follow', name: `Follow ${name}`, onChoose: () => view.follow(animal) }]
  }
}
