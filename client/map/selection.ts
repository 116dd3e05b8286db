import { atom } from 'jotai'
import type { Point } from '../../shared/features/world/frame.ts'
import type { Marker } from './markerLayer.ts'

/** A selectable item: an animal by its player's id, or a region by its id. */
export interface MapTarget {
  readonly kind: 'animal' | 'region'
  readonly id: string
}

interface Choice extends MapTarget {
  /**
   * The view moves to an item chosen in a list; an item chosen on the map is already visible. `keys`: the keyboard on the map, which goes on
   * from there, so that the focus must stay.
   */
  readonly by: 'list' | 'map' | 'keys'
}

/** The item chosen last, on the map or in a list. */
export const chosenAtom = atom<Choice | null>(null)

/** The item under the pointer or with the focus. */
export const hoveredAtom = atom<MapTarget | null>(null)

/** Several animals at one place, among which a person has to choose; `at` in px of the window. */
export interface Choices {
  readonly at: Point
  readonly markers: readonly Marker[]
}

/** The open question which animal is meant. */
export const choiceAtom = atom<Choices | null>(null)

/** The items that are emphasized. */
export interface Selected {
  readonly chosen: MapTarget | null
  readonly hovered: MapTarget | null
}

/** Whether an item is chosen or hovered. */
export const isSelected = ({ chosen, hovered }: Selected, kind: MapTarget['kind'], id: string): boolean =>
  (chosen?.id === id && chosen.kind === kind) || (hovered?.id === id && hovered.kind === kind)

export const isSame = (a: MapTarget | null, b: MapTarget | null) => a?.kind === b?.kind && a?.id === b?.id

/** The active tool: with `none` a press selects an animal or region, otherwise it places the tool. */
export type Tool = 'none' | 'ping' | 'waypoint' | 'measure' | 'danger' | 'eventPlace' | 'eventPath' | 'circle'

/** Where a context menu was asked for. */
export interface MapSpot {
  /** In map units, clamped to the map. */
  readonly place: Point
  /** In px of the window. */
  readonly at: Point
  /** The marker's id of the animal there; null if there is none. */
  readonly animal: string | null
}

/** Callbacks of the map for the active tool. Places in map units, clamped to the map. */
export interface ToolUse {
  readonly tool?: Tool | undefined
  /** A place was pressed, or chosen with Enter at the cross-hair, while a tool is active. */
  onPlace?(place: Point): void
  /** Escape was pressed while a tool is active. */
  onLeaveTool?(): void
  /** A long press, a right click, or the context menu key. */
  onContext?(spot: MapSpot): void
}

export const isActive = ({ tool = 'none' }: ToolUse): boolean => tool !== 'none'
