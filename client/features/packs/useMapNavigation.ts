import { useSetAtom } from 'jotai'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import type { Point } from '../../../shared/features/world/frame.ts'
import type { MarkerLayer } from '../../map/markerLayer.ts'
import { chosenAtom } from '../../map/selection.ts'
import type { View } from '../../map/view.ts'
import { centredOn } from '../../map/viewport.ts'
import { sheetHeightAtom } from '../../ui/BottomSheet.tsx'
import { useFriends } from '../friends/friendList.ts'
import { usePack } from './usePack.ts'

/** Moves the map from panels beside it. */
export interface MapNavigation {
  /** The account of the followed member. */
  readonly followed: string | null
  follow(id: string | null): void
  centreOn(id: string): void
  goTo(place: Point): void
  /** Whether the member has a marker on the map. */
  isDrawn(id: string): boolean
  ownPlace(): Point | null
}

/** Minimum zoom after going to a place. */
const leastZoom = 1

/**
 * Members are known by account; marker ids are in-game player ids on the staff map and account ids on a player's own map.
 */
export function useMapNavigation(view: View, markerLayer: MarkerLayer): MapNavigation {
  const choose = useSetAtom(chosenAtom)
  const setSheetHeight = useSetAtom(sheetHeightAtom)
  const followed = useSyncExternalStore(view.subscribe, view.followed)
  return useMemo(() => {
    const own = () => markerLayer.friendly().find(({ relation }) => relation === 'own')
    const markerId = (account: string) =>
      markerLayer.friendly().find((marker) => marker.account === account)?.id ?? account
    return {
      followed: followed === null ? null : (markerLayer.find(followed)?.account ?? followed),
      follow(id) {
        setSheetHeight('low')
        view.follow(id === null ? null : markerId(id))
      },
      centreOn(id) {
        setSheetHeight('low')
        choose({ kind: 'animal', id: markerId(id), by: 'list' })
      },
      goTo(place) {
        setSheetHeight('low')
        const target = view.target()
        view.glideTo(centredOn({ ...target, zoom: Math.max(leastZoom, target.zoom) }, place))
      },
      isDrawn: (id) => markerLayer.find(markerId(id)) !== undefined,
      ownPlace() {
        const marker = own()
        return marker ? markerLayer.at(marker, markerLayer.now()) : null
      },
    }
  }, [view, markerLayer, followed, choose, setSheetHeight])
}

/**
 * On a player's own map: ends following a player who is neither in the pack nor a friend any more, since they do not come back. One who only
 * hides is waited for.
 */
export function useEndOfFollowing(me: string, view: View): void {
  const followed = useSyncExternalStore(view.subscribe, view.followed)
  const pack = usePack(me)
  const friends = useFriends(me)
  const isKnown = (pack.name === 'here' || pack.name === 'none') && friends.name === 'here'
  const mayComeBack =
    followed === me ||
    (pack.name === 'here' && Object.hasOwn(pack.pack.members, followed ?? '')) ||
    (friends.name === 'here' && friends.list.some(({ account }) => account === followed))
  useEffect(() => {
    if (followed !== null && isKnown && !mayComeBack) view.follow(null)
  }, [view, followed, isKnown, mayComeBack])
}
