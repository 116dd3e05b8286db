import { useAtomValue } from 'jotai'
import { type ReactNode, type RefObject, useEffect, useId, useLayoutEffect, useRef } from 'react'
import { regions } from '../../shared/features/world/regions.ts'
import { chosenAtom } from './attention.ts'
import styles from './IslandMap.module.css'
import { MapControls } from './MapControls.tsx'
import { MapLegend } from './MapLegend.tsx'
import { MapScale } from './MapScale.tsx'
import { MapSheets } from './MapSheets.tsx'
import { offerProbe } from './probe.ts'
import { Spot, type SpotMover } from './Spot.tsx'
import { wantsStillness } from './stillness.ts'
import type { ToolUse } from './tool.ts'
import { useMapSurface } from './useMapSurface.ts'
import { usePainter } from './usePainter.ts'
import { type SceneParts, useScene } from './useScene.ts'
import { useSize } from './useSize.ts'
import { centredOn, resizedTo } from './viewport.ts'

interface IslandMapProps extends SceneParts, ToolUse {
  /** Whether animals are shown, and not numbers. */
  readonly withHerd: boolean
  /** Says what the animal is that is meant; carried along beside it. */
  readonly card: ReactNode
  readonly children?: ReactNode
}

/** Whoever examines the page finds these on the map, at most once a second. */
const tellEveryMs = 1_000
/** What is chosen in the list is shown at least this large. */
const leastChosenZoom = 1

/** The island, as large as there is room. */
export function IslandMap({ withHerd, card, children, ...parts }: IslandMapProps) {
  const { view, herd, metresPerUnit } = parts
  const frame = useRef<HTMLElement>(null)
  const surface = useRef<HTMLDivElement>(null)
  const mover = useRef<SpotMover | null>(null)
  const hint = useId()
  const size = useSize(surface)
  const { layers, repaint } = usePainter({
    ...{ view, herd, ready: size !== null },
    onFrame: () => mover.current?.move(),
    restMs: () => null,
  })
  const { scene, sheet } = useScene(parts, repaint)
  const { onKeyDown } = useMapSurface({
    surface,
    view,
    herd,
    byRegion: parts.counts !== null || !withHerd,
    toolUse: parts,
  })

  useLayoutEffect(() => {
    if (size) view.set(resizedTo(view.get(), size.width, size.height))
  }, [view, size])
  useGoToChosen(parts, surface)
  useTelling(parts, surface)

  return (
    <section ref={frame} className={styles.frame} aria-label="Map of the island">
      <div
        ref={surface}
        className={styles.surface}
        data-testid="map"
        role="application"
        aria-roledescription="map"
        aria-label="Island"
        aria-describedby={hint}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrows move what it shows
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        {size ? <MapSheets scene={scene} layers={layers} width={size.width} height={size.height} /> : null}
      </div>
      <p id={hint} className="unseen">
        Arrows move the map, plus and minus zoom, 0 shows the whole island.
        {withHerd
          ? ' Enter goes through the animals in sight, Escape lets go. The list beside the map holds the same.'
          : ''}
      </p>
      <Spot herd={herd} view={view} mover={mover}>
        {card}
      </Spot>
      <MapControls view={view} frame={frame} />
      {size ? <MapScale view={view} size={size} metresPerUnit={metresPerUnit} /> : null}
      {withHerd ? <MapLegend /> : null}
      {sheet?.sketched ? <p className={styles.sketched}>The island’s picture did not come. This is a sketch.</p> : null}
      {children}
    </section>
  )
}

/** Goes to what was chosen beside the map. */
function useGoToChosen({ view, herd }: SceneParts, surface: RefObject<HTMLElement | null>) {
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

/** Writes what can be told of the map onto its element. */
function useTelling({ view, herd }: SceneParts, surface: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const tellZoom = () => {
      if (surface.current) surface.current.dataset.zoom = String(view.target().zoom)
    }
    const tellMarkers = () => {
      const count = String(herd.count())
      if (surface.current && surface.current.dataset.markers !== count) surface.current.dataset.markers = count
    }
    tellZoom()
    tellMarkers()
    const timer = setInterval(tellMarkers, tellEveryMs)
    const silence = view.subscribe(tellZoom)
    const takeBack = offerProbe(herd, view)
    return () => {
      clearInterval(timer)
      silence()
      takeBack()
    }
  }, [view, herd, surface])
}
