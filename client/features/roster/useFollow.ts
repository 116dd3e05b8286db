import { useSetAtom } from 'jotai'
import { chosenAtom } from '../../map/attention.ts'
import type { View } from '../../map/createView.ts'
import { sheetHeightAtom } from '../../ui/sheetAtom.ts'

/** Keeps the map on somebody by their player's id, with their card; whoever is followed already is let go. */
export function useFollow(view: View) {
  const choose = useSetAtom(chosenAtom)
  const lower = useSetAtom(sheetHeightAtom)
  return (id: string) => {
    if (view.followed() === id) return view.follow(null)
    // Chosen as if on the map: it goes there by following, and a glide would end that.
    choose({ kind: 'animal', id, by: 'map' })
    lower('low')
    view.follow(id)
  }
}
