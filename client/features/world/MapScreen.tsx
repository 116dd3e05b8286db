import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { mainServer } from '../../../shared/engine/ids.ts'
import type { RegionCounts } from '../../../shared/features/regions/regionCounts.ts'
import { roster } from '../../../shared/features/roster/roster.ts'
import { isOnline, server } from '../../../shared/features/server/server.ts'
import { gatewayFrame, metresPerUnit } from '../../../shared/features/world/frame.ts'
import { connectionAtom } from '../../connection/connectionAtom.ts'
import { helloAtom, meAtom } from '../../connection/meAtom.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { createView } from '../../map/createView.ts'
import { createHerd } from '../../map/herd.ts'
import { IslandMap } from '../../map/IslandMap.tsx'
import { onStillness, wantsStillness } from '../../map/stillness.ts'
import { createTracks } from '../../map/tracks.ts'
import { Blank } from '../../ui/Blank.tsx'
import { RegionList } from '../regions/RegionList.tsx'
import { AnimalCard, ChosenAnnouncer } from '../roster/AnimalCard.tsx'
import { RosterList } from '../roster/RosterList.tsx'
import { LinkBanner } from '../server/LinkBanner.tsx'
import { ServerCard } from '../server/ServerCard.tsx'
import { CountsFeed } from './CountsFeed.tsx'
import { HerdFeed } from './HerdFeed.tsx'
import styles from './MapScreen.module.css'

/** What the map is taken for until the server has told its scale. */
const gateway = { metresPerUnit: metresPerUnit(gatewayFrame) }

/** The first page: the island, who is on it as far as one may know, and how the server is. */
export function MapScreen() {
  const mayAll = useAtomValue(meAtom).may.includes('viewAllPositions')
  const [view] = useState(createView)
  const { metresPerUnit } = useDocument(server, mainServer).value ?? gateway
  const herd = useHerd(metresPerUnit)
  const [counts, setCounts] = useState<RegionCounts['counts'] | null>(null)

  return (
    <main className={styles.screen}>
      <h1 className="unseen">Live Map</h1>
      {mayAll ? <HerdFeed herd={herd} /> : <CountsFeed onCounts={setCounts} />}
      <div className={styles.station}>
        <ServerCard />
      </div>
      <div className={styles.sheet}>
        {mayAll ? <StaffBanner /> : <LinkBanner positionsAt={null} />}
        <IslandMap
          view={view}
          herd={herd}
          counts={counts}
          old={useIsOld()}
          metresPerUnit={metresPerUnit}
          withHerd={mayAll}
          card={mayAll ? <AnimalCard /> : null}
        />
      </div>
      <section className={styles.list} aria-label={mayAll ? 'Players' : 'Regions'}>
        <Lists mayAll={mayAll} />
      </section>
      {mayAll ? <ChosenAnnouncer /> : null}
    </main>
  )
}

function useHerd(metresPerUnit: number) {
  const [herd] = useState(() => createHerd(createTracks({ metresPerUnit, still: wantsStillness() })))
  useEffect(() => herd.tracks.setScale(metresPerUnit), [herd, metresPerUnit])
  useEffect(() => onStillness(herd.tracks.keepStill), [herd])
  return herd
}

/** What is shown is the last that was known: the link is not up, or this page has lost the hub. */
function useIsOld() {
  const { name } = useAtomValue(connectionAtom)
  const { value } = useDocument(server, mainServer)
  return name === 'stale' || (value !== null && !isOnline(value))
}

function StaffBanner() {
  const { value } = useDocument(roster, mainServer)
  return <LinkBanner positionsAt={value?.readAt ?? null} />
}

function Lists({ mayAll }: { readonly mayAll: boolean }) {
  const hello = useAtomValue(helloAtom)
  const { name } = useAtomValue(connectionAtom)
  if (hello) return mayAll ? <RosterList /> : <RegionList />
  return name === 'stale' ? (
    <Blank picture="mast" title="The hub does not answer">
      <p>This page goes on calling. Nothing is lost.</p>
    </Blank>
  ) : (
    <Blank picture="lantern" title="Calling the hub" />
  )
}
