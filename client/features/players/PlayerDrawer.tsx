import { useAtom, useAtomValue } from 'jotai'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { useSearchParams } from 'wouter'
import { accessAtom } from '../../connection/connectionState.ts'
import { openPlayerAtom } from './openPlayer.ts'

const StaffPlayer = lazy(() => import('./StaffPlayer.tsx').then((module) => ({ default: module.StaffPlayer })))
const PublicPlayer = lazy(() => import('./PublicPlayer.tsx').then((module) => ({ default: module.PublicPlayer })))

/** The drawer of one player, on every page. Mounted once by the frame. */
export function PlayerDrawer() {
  const [id, open] = useAtom(openPlayerAtom)
  const isStaff = useAtomValue(accessAtom).may.includes('viewPendingCommands')
  useAddress()
  if (id === null) return null
  const Player = isStaff ? StaffPlayer : PublicPlayer
  return (
    <Suspense>
      <Player key={id} id={id} onClose={() => open(null)} />
    </Suspense>
  )
}

/** Keeps `?player=` and the atom equal: the address opens the drawer, and leaving the page closes it. */
function useAddress() {
  const [query, setQuery] = useSearchParams()
  const [id, open] = useAtom(openPlayerAtom)
  const addressed = query.get('player')
  const last = useRef<string | null>(null)
  useEffect(() => {
    if (addressed !== last.current) {
      last.current = addressed
      open(addressed)
    } else if (id !== last.current) {
      const isSwitch = last.current !== null
      last.current = id
      setQuery(
        (before) => {
          const next = new URLSearchParams(before)
          if (id === null) next.delete('player')
          else next.set('player', id)
          return next
        },
        // Back closes the drawer; it does not go through all players that were open.
        { replace: isSwitch },
      )
    }
  }, [addressed, id, open, setQuery])
}
