import { type CSSProperties, type ReactNode, useLayoutEffect, useRef } from 'react'
import { type EdgeMover, EdgeSigns } from './EdgeSigns.tsx'
import { FollowSign } from './FollowSign.tsx'
import styles from './IslandMap.module.css'
import { plainLook } from './look.ts'
import { MapControls } from './MapControls.tsx'
import { MapLegend } from './MapLegend.tsx'
import { MapScale } from './MapScale.tsx'
import { MapSheets } from './MapSheets.tsx'
import { MapSurface } from './MapSurface.tsx'
import { OverlayWords } from './OverlayWords.tsx'
import { noOverlays } from './overlays.ts'
import { pingRestMs } from './pingRing.ts'
import { Spot, type SpotMover } from './Spot.tsx'
import type { ToolUse } from './tool.ts'
import { useGoToChosen } from './useGoToChosen.ts'
import { usePainter } from './usePainter.ts'
import { type SceneParts, useScene } from './useScene.ts'
import { useSize } from './useSize.ts'
import { useTelling } from './useTelling.ts'
import { resizedTo } from './viewport.ts'

interface IslandMapProps extends SceneParts, ToolUse {
  /** Whether all animals are shown. */
  readonly withHerd: boolean
  /** Says what the animal is that is meant; carried along beside it. */
  readonly card: ReactNode
  /** Whatever else lies over the map. What is marked `data-keep-clear` is never covered by a sign at the edge. */
  readonly children?: ReactNode
}

/** The island, as large as there is room. */
export function IslandMap({ withHerd, card, children, ...parts }: IslandMapProps) {
  const { view, herd, metresPerUnit, overlays = noOverlays, look = plainLook } = parts
  const frame = useRef<HTMLElement>(null)
  const surface = useRef<HTMLDivElement>(null)
  const mover = useRef<SpotMover | null>(null)
  const edge = useRef<EdgeMover | null>(null)
  const size = useSize(surface)
  const { layers, repaint } = usePainter({
    ...{ view, herd, ready: size !== null },
    onFrame() {
      mover.current?.move()
      edge.current?.move()
    },
    restMs: () => pingRestMs(scene.overlays.pings, scene.serverNow()),
  })
  const { scene, sheet } = useScene(parts, repaint)

  useLayoutEffect(() => {
    if (size) view.set(resizedTo(view.get(), size.width, size.height))
  }, [view, size])
  useGoToChosen(parts, surface)
  useTelling(scene, surface, edge)

  return (
    <section ref={frame} className={styles.frame} style={marks(look)} aria-label="Map of the island">
      <MapSurface surface={surface} scene={scene} withHerd={withHerd} byRegion={parts.counts !== null} toolUse={parts}>
        {size ? <MapSheets scene={scene} layers={layers} width={size.width} height={size.height} /> : null}
      </MapSurface>
      <Spot herd={herd} view={view} mover={mover}>
        {card}
      </Spot>
      <EdgeSigns
        {...{ scene, frame, surface, mover: edge }}
        hasWaypoint={overlays.waypoint !== null}
        withNames={look.showPlayerNames}
      />
      <FollowSign view={view} herd={herd} />
      <OverlayWords overlays={overlays} metresPerUnit={metresPerUnit} />
      <MapControls view={view} herd={herd} frame={frame} />
      {size ? <MapScale view={view} size={size} metresPerUnit={metresPerUnit} /> : null}
      {withHerd ? <MapLegend /> : null}
      {sheet?.sketched ? <p className={styles.sketched}>The island’s picture did not come. This is a sketch.</p> : null}
      {children}
    </section>
  )
}

/** The colours that a player has chosen, for what is no canvas. */
const marks = ({ playerColor, teammateColor }: typeof plainLook) =>
  ({ '--own-mark': `var(--${playerColor})`, '--pack-mark': `var(--${teammateColor})` }) as CSSProperties
