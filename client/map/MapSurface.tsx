import { useAtom, useSetAtom } from 'jotai'
import { type ReactNode, type RefObject, useId } from 'react'
import { speciesName } from '../../shared/features/world/species.ts'
import { ContextMenu } from '../ui/Menu.tsx'
import { SpeciesArt } from '../ui/speciesArt/SpeciesArt.tsx'
import styles from './IslandMap.module.css'
import type { Scene } from './scene.ts'
import { choiceAtom, chosenAtom, isActive, type Tool, type ToolUse } from './selection.ts'
import { useMapInput } from './useMapInput.ts'

interface MapSurfaceProps {
  readonly surface: RefObject<HTMLDivElement | null>
  readonly scene: Scene
  readonly withMarkers: boolean
  /** Whether regions can be selected where there is no animal. */
  readonly byRegion: boolean
  readonly toolUse: ToolUse
  /** Draws the map again after the pointed cluster has changed. */
  readonly repaint: () => void
  /** The map layers. */
  readonly children: ReactNode
}

const toolLabels: Readonly<Record<Exclude<Tool, 'none'>, string>> = {
  ping: 'Ping a place',
  waypoint: 'Set the waypoint',
  measure: 'Measure a distance',
  danger: 'Show the danger zones around a place',
  eventPlace: 'Choose the place of the event',
  circle: 'Choose the middle of the circle',
  eventPath: 'Add a point to the path',
}

/** The interactive map element, and the cross-hair at which Enter places the active tool. */
export function MapSurface({ surface, scene, withMarkers, byRegion, toolUse, repaint, children }: MapSurfaceProps) {
  const hint = useId()
  const { onKeyDown, pointed } = useMapInput({
    surface,
    scene,
    byRegion: byRegion || !withMarkers,
    toolUse,
    repaint,
  })
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
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move the map
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        {children}
      </div>
      {isActive(toolUse) ? (
        <svg className={styles.crossHair} width="48" height="48" viewBox="-24 -24 48 48" aria-hidden="true">
          <path d="M0-22V-6M0 6V22M-22 0H-6M6 0H22" />
          <circle r="1.5" />
        </svg>
      ) : null}
      <MapChoice />
      <p id={hint} className="unseen">
        Arrows move the map, plus and minus zoom, 0 shows the whole island.
        {withMarkers
          ? ' N and P choose the next and the previous dinosaur or group in sight, Enter opens a group, Escape deselects, Shift F10 opens the actions. The list beside the map shows the same dinosaurs.'
          : ''}
      </p>
      <p className="unseen" role="status">
        {pointed}
      </p>
      <p className="unseen" role="status">
        {tool === 'none'
          ? ''
          : `${toolLabels[tool]}: select a place on the map, or move the map until the place is in the middle and press Enter. Escape cancels.`}
      </p>
    </>
  )
}

/** Asks which animal is meant where several lie under the pointer, or where a cluster cannot be opened further. */
function MapChoice() {
  const [choice, setChoice] = useAtom(choiceAtom)
  const choose = useSetAtom(chosenAtom)
  if (!choice) return null
  return (
    <ContextMenu
      label={`${choice.markers.length} dinosaurs here`}
      at={choice.at}
      items={choice.markers.map(({ id, name, label, species, growth, dead }) => ({
        key: id,
        name: label || name || id,
        icon: <SpeciesArt species={species} view="side" size={24} />,
        detail: dead ? `${speciesName(species)}, dead` : `${speciesName(species)}, ${growth}% grown`,
        onChoose: () => choose({ kind: 'animal', id, by: 'map' }),
      }))}
      onClose={() => setChoice(null)}
    />
  )
}
