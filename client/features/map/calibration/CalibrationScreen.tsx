import { useEffect, useState, useSyncExternalStore } from 'react'
import { mainServer } from '../../../../shared/engine/ids.ts'
import { mapImage } from '../../../../shared/features/mapImage/mapImage.ts'
import { roster } from '../../../../shared/features/roster/roster.ts'
import { server } from '../../../../shared/features/server/server.ts'
import { gatewayFrame, type Point } from '../../../../shared/features/world/frame.ts'
import { useDocument } from '../../../connection/useDocument.ts'
import { IslandMap } from '../../../map/IslandMap.tsx'
import type { View } from '../../../map/view.ts'
import { toScreen } from '../../../map/viewport.ts'
import { PermissionGate } from '../../roles/Gated.tsx'
import { LinkBanner } from '../../server/LinkStatus.tsx'
import { RosterFeed } from '../MapFeeds.tsx'
import { useOpeningView } from '../openingView.ts'
import { useIslandMap } from '../useIslandMap.ts'
import { CalibrationForm } from './CalibrationForm.tsx'
import styles from './CalibrationScreen.module.css'
import { CurrentFrame } from './CurrentFrame.tsx'
import { landmarkOf, unitsInput, useLandmarks } from './landmarkForm.ts'
import { PositionViewList } from './PositionViewList.tsx'

/** Map calibration and the log of position views, for the owner. */
export const CalibrationScreen = () => (
  <PermissionGate title="Map calibration" needs="ownerPanel">
    {() => <CalibrationPage />}
  </PermissionGate>
)

/** The page itself: the map with two landmarks, and next to it the forms. */
function CalibrationPage() {
  const island = useIslandMap()
  const { view, markerLayer } = island
  useOpeningView({ view, markerLayer, me: 'calibration', opensOn: 'island' })
  const imageDocument = useDocument(mapImage, mainServer).value
  const configured = useDocument(server, mainServer).value?.frame ?? gatewayFrame
  const { value: reading } = useDocument(roster, mainServer)
  const calibration = imageDocument?.calibration ?? null
  const frame = calibration?.frame ?? configured
  const landmarks = useLandmarks(calibration)
  /** The landmark that the next press on the map sets. */
  const [picking, setPicking] = useState<0 | 1 | null>(null)
  const pick = (place: Point) => {
    if (picking !== null) landmarks.change(picking, unitsInput(place))
    setPicking(null)
  }
  useGoToHash(imageDocument !== null)

  return (
    <main className={styles.screen}>
      <div className={styles.mapArea}>
        <LinkBanner positionsAt={reading?.readAt ?? null} />
        {picking === null ? null : <PickingHint landmark={picking + 1} />}
        <IslandMap
          {...island}
          counts={null}
          withMarkers={true}
          card={null}
          tool={picking === null ? 'none' : 'waypoint'}
          onPlace={pick}
          onLeaveTool={() => setPicking(null)}
        >
          <LandmarkPins view={view} places={landmarks.inputs.map((input) => landmarkOf(input)?.units ?? null)} />
        </IslandMap>
      </div>
      <div className={styles.panel}>
        <h1>Map calibration</h1>
        <CurrentFrame frame={frame} calibration={calibration} isKnown={imageDocument !== null} />
        <CalibrationForm
          landmarks={landmarks}
          picking={picking}
          frame={frame}
          markerLayer={markerLayer}
          players={reading?.players ?? {}}
          onPick={(which) => setPicking((last) => (last === which ? null : which))}
        />
        <PositionViewList />
      </div>
      <RosterFeed markerLayer={markerLayer} />
    </main>
  )
}

function PickingHint({ landmark }: { readonly landmark: number }) {
  return (
    <p className={styles.picking} role="status">
      Select landmark {landmark} on the map. With the keyboard, move the map and press Enter. Escape cancels.
    </p>
  )
}

/** Scrolls to the element named by the URL hash, once it is rendered. */
function useGoToHash(isReady: boolean) {
  useEffect(() => {
    const id = location.hash.slice(1)
    if (isReady && id !== '') document.getElementById(id)?.scrollIntoView()
  }, [isReady])
}

interface LandmarkPinsProps {
  readonly view: View
  readonly places: readonly (Point | null)[]
}

/** Numbered pins of the landmarks on the map. */
function LandmarkPins({ view, places }: LandmarkPinsProps) {
  const viewport = useSyncExternalStore(view.subscribe, view.get)
  return places.map((place, index) => {
    if (!place) return null
    const { x, y } = toScreen(viewport, place)
    return (
      <span
        // biome-ignore lint/suspicious/noArrayIndexKey: the order is fixed
        key={index}
        className={styles.pin}
        style={{ translate: `${Math.round(x)}px ${Math.round(y)}px` }}
        role="img"
        aria-label={`Landmark ${index + 1}`}
      >
        {index + 1}
      </span>
    )
  })
}
