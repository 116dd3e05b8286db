import { type ReactNode, type RefObject, useId } from 'react'
import styles from './IslandMap.module.css'
import type { Scene } from './scene.ts'
import { isActive, type Tool, type ToolUse } from './tool.ts'
import { useMapSurface } from './useMapSurface.ts'

interface MapSurfaceProps {
  readonly surface: RefObject<HTMLDivElement | null>
  readonly scene: Scene
  readonly withHerd: boolean
  /** Whether regions can be meant where no animal is. */
  readonly byRegion: boolean
  readonly toolUse: ToolUse
  /** What it shows. */
  readonly children: ReactNode
}

const placedWords: Readonly<Record<Exclude<Tool, 'none'>, string>> = {
  ping: 'Ping a place',
  waypoint: 'Set the waypoint',
  measure: 'Measure a way',
  danger: 'Show the danger zones around a place',
}

/** What hand, wheel and keys move: the map itself, and the cross-hair under which Enter gives a place to a tool. */
export function MapSurface({ surface, scene, withHerd, byRegion, toolUse, children }: MapSurfaceProps) {
  const hint = useId()
  const { view, herd } = scene
  const { onKeyDown } = useMapSurface({ surface, view, herd, byRegion: byRegion || !withHerd, toolUse })
  const { tool = 'none' } = toolUse
  return (
    <>
      <div
        ref={surface}
        className={styles.surface}
        data-testid="map"
        data-tool={tool === 'none' ? undefined : tool}
        role="application"
        aria-roledescription="map"
        aria-label="Island"
        aria-describedby={hint}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrows move what it shows
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        {children}
      </div>
      {isActive(toolUse) ? (
        <svg className={styles.aim} width="48" height="48" viewBox="-24 -24 48 48" aria-hidden="true">
          <path d="M0-22V-6M0 6V22M-22 0H-6M6 0H22" />
          <circle r="1.5" />
        </svg>
      ) : null}
      <p id={hint} className="unseen">
        Arrows move the map, plus and minus zoom, 0 shows the whole island.
        {withHerd
          ? ' Enter goes through the animals in sight, Escape lets go. The list beside the map holds the same.'
          : ''}
      </p>
      <p className="unseen" role="status">
        {tool === 'none'
          ? ''
          : `${placedWords[tool]}: press it on the map, or move the map until it is in the middle and press Enter. Escape ends.`}
      </p>
    </>
  )
}
