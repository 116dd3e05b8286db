import { useAtomValue, useSetAtom } from 'jotai'
import { useLocation } from 'wouter'
import { accessAtom } from '../../connection/connectionState.ts'
import { chosenAtom } from '../../map/selection.ts'
import { besideQuery } from '../../ui/Drawer.tsx'
import { openPlayerAtom } from './openPlayer.ts'

/** Shows a player on the map. For staff the drawer stays beside it, or opens; where it would cover the map it closes. */
export function useShowOnMap(): (player: string) => void {
  const choose = useSetAtom(chosenAtom)
  const open = useSetAtom(openPlayerAtom)
  const isStaff = useAtomValue(accessAtom).may.includes('viewAllPositions')
  const [path, navigate] = useLocation()
  return (player) => {
    const isBeside = matchMedia(besideQuery).matches
    if (!isBeside) open(null)
    // Leaving the address of the drawer closes it, which deselects.
    if (path !== '/map') navigate(isStaff && isBeside ? `/map?player=${encodeURIComponent(player)}` : '/map')
    choose({ kind: 'animal', id: player, by: 'list' })
  }
}
