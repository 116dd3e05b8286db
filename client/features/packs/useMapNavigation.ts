import { useSetAtom } from 'jotai'
import { useMemo, useSyncExternalStore } from 'react'
import type { Point } from '../../../shared/features/world/frame.ts'
import type { MarkerLayer } from '../../map/markerLayer.ts'
import { chosenAtom } from '../../map/selection.ts'
import type { View } from '../../map/view.ts'
import { centredOn } from '../../map/viewport.ts'
import { sheetHeightAtom } from '../../ui/BottomSheet.tsx'

/** Leads the eye from what stands beside the map to the map. */
export interface MapNavigation {
  /** Whoever is kept in the middle, by account. */
  readonly followed: string | null
  follow(id: string | null): void
  centreOn(id: string): void
  goTo(place: Point): void
  /** Whether they are drawn, and so can be gone to. */
  isDrawn(id: string): boolean
  ownPlace(): Point | null
}

/** What one goes to is shown at least this large. */
const leastZoom = 1

/**
 * On a map of all players animals go by their players' ids, on a player's own by accounts: one's own animal is found on both.
 * @param me the account of whoever looks
 */
export function useMapNavigation(me: string, view: View, markerLayer: MarkerLayer): MapNavigation {
  const choose = useSetAtom(chosenAtom)
  const lower = useSetAtom(sheetHeightAtom)
  const followed = useSyncExternalStore(view.subscribe, view.followed)
  return useMemo(() => {
    const own = () => markerLayer.friendly().find(({ relation }) => relation === 'own')
    const markerId = (id: string) => (id === me ? (own()?.id ?? id) : id)
    return {
      followed: followed !== null && followed === own()?.id ? me : followed,
      follow(id) {
        lower('low')
        view.follow(id === null ? null : markerId(id))
      },
      centreOn(id) {
        lower('low')
        choose({ kind: 'animal', id: markerId(id), by: 'list' })
      },
      goTo(place) {
        lower('low')
        const target = view.target()
        view.glideTo(centredOn({ ...target, zoom: Math.max(leastZoom, target.zoom) }, place))
      },
      isDrawn: (id) => markerLayer.find(markerId(id)) !== undefined,
      ownPlace() {
        const marker = own()
        return marker ? markerLayer.at(marker, markerLayer.now()) : null
      },
    }
  }, [me, view, markerLayer, followed, choose, lower])
}
