import { useAtom } from 'jotai'
import { useEffect, useRef } from 'react'
import { useSearchParams } from 'wouter'
import { profile } from '../../../shared/features/profile/profile.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { Button } from '../../ui/Button.tsx'
import { openPlayerAtom } from './openPlayer.ts'

/** The drawer of one player, on every page. Mounted once by the frame. */
export function PlayerDrawer() {
  const [id, open] = useAtom(openPlayerAtom)
  useAddress()
  return id === null ? null : <Facts key={id} id={id} onClose={() => open(null)} />
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
          if (id === null) before.delete('player')
          else before.set('player', id)
          return before
        },
        // Back closes the drawer; it does not go through the players that were open.
        { replace: isSwitch },
      )
    }
  }, [addressed, id, open, setQuery])
}

function Facts({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { value } = useDocument(profile, id)
  return (
    <aside aria-label={value?.name || id}>
      <h2>{value?.name || id}</h2>
      <Button onClick={onClose}>Close</Button>
    </aside>
  )
}
