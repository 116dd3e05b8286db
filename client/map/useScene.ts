import { useAtomValue } from 'jotai'
import { useLayoutEffect, useState } from 'react'
import { moodAtom } from '../themes/moodAtom.ts'
import { moods } from '../themes/moods.ts'
import { chosenAtom, pointedAtom } from './attention.ts'
import type { View } from './createView.ts'
import type { Herd } from './herd.ts'
import type { Scene } from './scene.ts'
import { useSheet } from './useSheet.ts'

export interface SceneParts {
  readonly view: View
  readonly herd: Herd
  readonly counts: Scene['counts']
  readonly old: boolean
}

/** The scene, kept up with what React knows. `onChange` is called after each change that must be drawn. */
export function useScene(
  { view, herd, counts, old }: SceneParts,
  onChange: () => void,
): { scene: Scene; sheet: Scene['sheet'] } {
  const mood = useAtomValue(moodAtom)
  const chosen = useAtomValue(chosenAtom)
  const pointed = useAtomValue(pointedAtom)
  const sheet = useSheet(mood)
  const [scene] = useState<Scene>(() => ({
    view,
    herd,
    mood,
    tokens: moods[mood],
    sheet: null,
    counts: null,
    old: false,
    chosen: null,
    pointed: null,
  }))
  useLayoutEffect(() => {
    Object.assign(scene, { mood, tokens: moods[mood], sheet, counts, old, chosen, pointed })
    onChange()
  }, [scene, mood, sheet, counts, old, chosen, pointed, onChange])
  return { scene, sheet }
}
