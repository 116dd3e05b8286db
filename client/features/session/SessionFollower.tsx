import { useEffect } from 'react'
import { useConnection } from '../../connection/ConnectionProvider.tsx'
import { followOtherTabs } from '../../connection/session.ts'

/** Whoever signs in or out in another tab does so in this one as well. */
export function SessionFollower() {
  const connection = useConnection()
  useEffect(() => followOtherTabs(connection), [connection])
  return null
}
