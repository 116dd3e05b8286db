import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { connectionAtom } from '../../connection/connectionAtom.ts'
import { helloAtom } from '../../connection/meAtom.ts'
import { Blank } from '../../ui/Blank.tsx'

interface WhoIsHereProps {
  readonly guest: ReactNode
  readonly children: (me: string) => ReactNode
}

/** One thing for guests and another for who is signed in; until the hub has said which, that it is being asked. */
export function WhoIsHere({ guest, children }: WhoIsHereProps) {
  const hello = useAtomValue(helloAtom)
  const { name } = useAtomValue(connectionAtom)
  if (hello) return hello.you ? children(hello.you.id) : guest
  return name === 'stale' ? (
    <Blank picture="mast" title="The hub does not answer">
      <p>Whether you are signed in cannot be told. This page goes on calling.</p>
    </Blank>
  ) : (
    <div role="status">
      <Blank picture="lantern" title="Checking authentication..." />
    </div>
  )
}
