import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { connectionAtom } from '../../connection/connectionAtom.ts'
import { helloAtom } from '../../connection/meAtom.ts'
import { Blank } from '../../ui/Blank.tsx'

/** What stands beside the map once the hub has greeted this page; until then, that it is being called. */
export function BesideMap({ children }: { readonly children: ReactNode }) {
  const hello = useAtomValue(helloAtom)
  const { name } = useAtomValue(connectionAtom)
  if (hello) return children
  return name === 'stale' ? (
    <Blank picture="mast" title="The hub does not answer">
      <p>This page goes on calling. Nothing is lost.</p>
    </Blank>
  ) : (
    <Blank picture="lantern" title="Calling the hub" />
  )
}
