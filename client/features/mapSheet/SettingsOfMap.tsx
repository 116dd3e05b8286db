import { useEffect, useState } from 'react'
import { mainServer } from '../../../shared/engine/ids.ts'
import { mapSheet } from '../../../shared/features/mapSheet/mapSheet.ts'
import { roster } from '../../../shared/features/roster/roster.ts'
import { server } from '../../../shared/features/server/server.ts'
import { gatewayFrame, type Point } from '../../../shared/features/world/frame.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { IslandMap } from '../../map/IslandMap.tsx'
import { LooksList } from '../looks/LooksList.tsx'
import { LinkBanner } from '../server/LinkBanner.tsx'
import { HerdFeed } from '../world/HerdFeed.tsx'
import { useIslandMap } from '../world/useIslandMap.ts'
import { CalibrationForm } from './CalibrationForm.tsx'
import { CurrentFrame } from './CurrentFrame.tsx'
import { LandmarkPins } from './LandmarkPins.tsx'
import { landmarkOf, unitsWords } from './landmarkForm.ts'
import styles from './MapSettingsScreen.module.css'
import { useLandmarks } from './useLandmarks.ts'

/** The owner's page: the map with two places to set on it, and beside it what is known of them. */
export function SettingsOfMap() {
  const island = useIslandMap()
  const { view, herd } = island
  const sheet = useDocument(mapSheet, mainServer).value
  const configured = useDocument(server, mainServer).value?.frame ?? gatewayFrame
  const { value: reading } = useDocument(roster, mainServer)
  const calibration = sheet?.calibration ?? null
  const frame = calibration?.frame ?? configured
  const landmarks = useLandmarks(calibration)
  /** Which of the two is set by the next press on the map. */
  const [picking, setPicking] = useState<0 | 1 | null>(null)
  const pick = (place: Point) => {
    if (picking !== null) landmarks.change(picking, unitsWords(place))
    setPicking(null)
  }
  useGoToHash(sheet !== null)

  return (
    <main className={styles.screen}>
      <div className={styles.sheet}>
        <LinkBanner positionsAt={reading?.readAt ?? null} />
        {picking === null ? null : <PickingSign landmark={picking + 1} />}
        <IslandMap
          {...island}
          counts={null}
          withHerd={true}
          card={null}
          tool={picking === null ? 'none' : 'waypoint'}
          onPlace={pick}
          onLeaveTool={() => setPicking(null)}
        >
          <LandmarkPins view={view} places={landmarks.words.map((words) => landmarkOf(words)?.units ?? null)} />
        </IslandMap>
      </div>
      <div className={styles.panel}>
        <h1>Map settings</h1>
        <CurrentFrame frame={frame} calibration={calibration} isKnown={sheet !== null} />
        <CalibrationForm
          {...{ landmarks, picking, frame, herd }}
          players={reading?.players ?? {}}
          onPick={(which) => setPicking((last) => (last === which ? null : which))}
        />
        <LooksList />
      </div>
      <HerdFeed herd={herd} />
    </main>
  )
}

function PickingSign({ landmark }: { readonly landmark: number }) {
  return (
    <p className={styles.picking} role="status">
      Press the place of landmark {landmark} on the map. By keyboard: move the map, then Enter. Escape lets it be.
    </p>
  )
}

/** A link may lead to a part of the page, which is there only when the page is. */
function useGoToHash(isReady: boolean) {
  useEffect(() => {
    const id = location.hash.slice(1)
    if (isReady && id !== '') document.getElementById(id)?.scrollIntoView()
  }, [isReady])
}
