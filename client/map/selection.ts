import { atom } from 'jotai'
import type { Point } from '../../shared/features/world/frame.ts'

/** What somebody means: an animal by its player's id, or a region by its own. */
export interface MapTarget {
  readonly kind: 'animal' | 'region'
  readonly id: string
}

interface Choice extends MapTarget {
  /** The map goes to what was chosen elsewhere; what was chosen on it is in sight already. */
  readonly by: 'list' | 'map'
}

/** What was chosen last, on the map or beside it: ringed, and kept in mind. */
export const chosenAtom = atom<Choice | null>(null)

/** What the pointer or the focus rests on. */
export const pointedAtom = atom<MapTarget | null>(null)

export const isSame = (a: MapTarget | null, b: MapTarget | null) => a?.kind === b?.kind && a?.id === b?.id

/** What a press on the map does: with `none` it means the animal or region there, else it gives the place. */
export type Tool = 'none' | 'ping' | 'waypoint' | 'measure' | 'danger'

/** What the map tells whoever gave it a tool. Places in map units, never beyond the map's edge. */
export interface ToolUse {
  readonly tool?: Tool | undefined
  /** A place was pressed, or chosen with Enter under the cross-hair, while a tool is active. */
  onPlace?(place: Point): void
  /** Escape was pressed while a tool is active. */
  onLeaveTool?(): void
  /** A long press, a right click, or the key for menus. */
  onContext?(place: Point): void
}

export const isActive = ({ tool = 'none' }: ToolUse): boolean => tool !== 'none'
