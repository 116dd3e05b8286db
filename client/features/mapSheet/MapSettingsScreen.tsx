import { useAtomValue } from 'jotai'
import { connectionAtom } from '../../connection/connectionAtom.ts'
import { helloAtom } from '../../connection/meAtom.ts'
import { Blank } from '../../ui/Blank.tsx'
import styles from './MapSettingsScreen.module.css'
import { SettingsOfMap } from './SettingsOfMap.tsx'

/** How the map lies over the game's world, and who has looked at it: for the owner. */
export function MapSettingsScreen() {
  const hello = useAtomValue(helloAtom)
  const { name } = useAtomValue(connectionAtom)
  if (hello?.may.includes('ownerPanel')) return <SettingsOfMap key={hello.you?.id ?? ''} />
  return (
    <main className={styles.empty}>
      <h1 className="unseen">Map settings</h1>
      {hello ? (
        <Blank picture="gate" title="Not open to you">
          <p>Only the owner can calibrate the map: what is missing is the permission “owner panel”.</p>
        </Blank>
      ) : name === 'stale' ? (
        <Blank picture="mast" title="The hub does not answer">
          <p>This page goes on calling. Nothing is lost.</p>
        </Blank>
      ) : (
        <Blank picture="lantern" title="Calling the hub" />
      )}
    </main>
  )
}
