import { useAtomValue } from 'jotai'
import { useLayoutEffect, useState } from 'react'
import { moodAtom } from '../themes/moodAtom.ts'
import { moods } from '../themes/moods.ts'
import { chosenAtom, pointedAtom } from './attention.ts'
import type { View } from './createView.ts'
import type { Herd } from './herd.ts'
import { type MapLook, plainLook } from './look.ts'
import { noOverlays, type Overlays } from './overlays.ts'
import type { Scene } from './scene.ts'
import { useSheet } from './useSheet.ts'

export interface SceneParts {
  readonly view: View
  readonly herd: Herd
  readonly counts: Scene['counts']
  readonly old: boolean
  readonly metresPerUnit: number
  /** The owner's own picture of the whole map; null for the island's. */
  readonly image?: string | null | undefined
  /** Another object is another drawing: keep it while nothing changes, and so with the overlays. */
  readonly look?: MapLook | undefined
  readonly overlays?: Overlays | undefined
  /** Epoch ms of the server, by which pings and trails age. Must be the same function for as long as the map lives. */
  readonly serverNow?: (() => number) | undefined
}

/** The scene, kept up with what React knows. `onChange` is called after each change that must be drawn. */
export function useScene(parts: SceneParts, onChange: () => void): { scene: Scene; sheet: Scene['sheet'] } {
  const { view, herd, counts, old, metresPerUnit, image = null } = parts
  const { look = plainLook, overlays = noOverlays, serverNow = Date.now } = parts
  const mood = useAtomValue(moodAtom)
  const chosen = useAtomValue(chosenAtom)
  const pointed = useAtomValue(pointedAtom)
  const sheet = useSheet(mood, image)
  const [scene] = useState<Scene>(() => ({
    ...{ view, herd, serverNow, metresPerUnit, look, overlays, mood },
    tokens: moods[mood],
    sheet: null,
    counts: null,
    old: false,
    chosen: null,
    pointed: null,
  }))
  useLayoutEffect(() => {
    Object.assign(scene, { mood, tokens: moods[mood], sheet, counts, old, chosen, pointed })
    Object.assign(scene, { look, overlays, metresPerUnit })
    onChange()
  }, [scene, mood, sheet, counts, old, chosen, pointed, look, overlays, metresPerUnit, onChange])
  return { scene, sheet }
}
