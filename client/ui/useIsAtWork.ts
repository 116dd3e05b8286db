import { useEffect, useState } from 'react'

const restMs = 60_000
const signs = ['pointerdown', 'pointermove', 'keydown', 'focus'] as const

/** Whether somebody is at this page: it is in sight, and was touched, pointed at or typed on within the last minute. */
export function useIsAtWork(): boolean {
  const [isAtWork, setAtWork] = useState(() => document.visibilityState === 'visible')
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const rest = () => setAtWork(false)
    const stir = () => {
      clearTimeout(timer)
      if (document.visibilityState !== 'visible') return rest()
      setAtWork(true)
      timer = setTimeout(rest, restMs)
    }
    stir()
    for (const sign of signs) window.addEventListener(sign, stir, { passive: true })
    document.addEventListener('visibilitychange', stir)
    return () => {
      clearTimeout(timer)
      for (const sign of signs) window.removeEventListener(sign, stir)
      document.removeEventListener('visibilitychange', stir)
    }
  }, [])
  return isAtWork
}
