import { useEffect, useRef } from 'react'
import type { View } from '../../map/createView.ts'
import type { Herd } from '../../map/herd.ts'
import { centredOn, startPlace } from '../../map/viewport.ts'

/** Opens the map as large as its owner wants it, and on their own animal as soon as that is known, unless they have moved it. */
export function useOpening(view: View, herd: Herd, zoomLevel: number | null) {
  const isOpened = useRef(false)
  useEffect(() => {
    if (zoomLevel === null || isOpened.current) return
    isOpened.current = true
    if (isUntouched(view)) view.set({ ...view.get(), zoom: zoomLevel })
  }, [view, zoomLevel])
  useEffect(() => {
    const silence = herd.subscribe(() => {
      const own = herd.kin().find(({ relation }) => relation === 'own')
      const place = own && herd.at(own, herd.now())
      if (!place) return
      silence()
      if (isUntouched(view)) view.set(centredOn(view.get(), place))
    })
    return () => void silence()
  }, [view, herd])
}

const isUntouched = (view: View) => {
  const { x, y } = view.target()
  return x === startPlace.x && y === startPlace.y && view.followed() === null
}
