import { useAtomValue } from 'jotai'
import { type RefObject, useEffect } from 'react'
import { regions } from '../../shared/features/world/regions.ts'
import { chosenAtom } from './attention.ts'
import { wantsStillness } from './stillness.ts'
import type { SceneParts } from './useScene.ts'
import { centredOn } from './viewport.ts'

/** What is chosen in the list is shown at least this large. */
const leastChosenZoom = 1

/** Goes to what was chosen beside the map. */
export function useGoToChosen(
  { view, herd }: Pick<SceneParts, 'view' | 'herd'>,
  surface: RefObject<HTMLElement | null>,
) {
  const chosen = useAtomValue(chosenAtom)
  useEffect(() => {
    if (chosen?.by !== 'list') return
    const marker = chosen.kind === 'animal' ? herd.find(chosen.id) : undefined
    const place = marker ? herd.at(marker, herd.now()) : regions.find(({ id }) => id === chosen.id)
    if (!place) return
    const target = view.target()
    view.glideTo(centredOn({ ...target, zoom: Math.max(leastChosenZoom, target.zoom) }, place))
    if (surface.current) bringIntoSight(surface.current)
  }, [chosen, view, herd, surface])
}

/** Where the list lies below the map, its middle may be off the screen. */
function bringIntoSight(element: HTMLElement) {
  const { top, bottom } = element.getBoundingClientRect()
  const middle = (top + bottom) / 2
  if (middle > 0 && middle < innerHeight) return
  element.scrollIntoView({ block: 'center', behavior: wantsStillness() ? 'instant' : 'smooth' })
}
