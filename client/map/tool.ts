import type { Point } from '../../shared/features/world/frame.ts'

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
