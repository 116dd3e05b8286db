import { useAtomValue } from 'jotai'
import { meAtom } from '../../connection/meAtom.ts'
import { GuestMap } from './GuestMap.tsx'
import { PlayerMap } from './PlayerMap.tsx'
import { StaffMap } from './StaffMap.tsx'

/** The first page: the island, who is on it as far as one may know, and how the server is. */
export function MapScreen() {
  const { you, may } = useAtomValue(meAtom)
  // Another person is another map: nothing of the last one's stays on the page.
  if (you && may.includes('viewAllPositions')) return <StaffMap key={you.id} me={you.id} />
  if (you && may.includes('play')) return <PlayerMap key={you.id} me={you.id} />
  return <GuestMap />
}
