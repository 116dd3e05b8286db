import { useEffect, useState } from 'react'
import { useConnection } from '../connection/ConnectionProvider.tsx'

/** The server's time, epoch ms, told anew every `everyMs`: for ages and countdowns in small leaves of a page. */
export function useNow(everyMs = 1_000): number {
  const { serverNow } = useConnection()
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), everyMs)
    return () => clearInterval(timer)
  }, [serverNow, everyMs])
  return now
}
