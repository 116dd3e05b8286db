import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useLayoutEffect } from 'react'
import { Stroke } from '../ui/Stroke.tsx'
import { applyTheme, cycleThemeAtom, isDeviceDarkAtom, islandThemeAtom, nightSkyAtom, themeAtom } from './themeAtom.ts'
import type { Theme } from './themes.ts'

interface ThemeKeeperProps {
  /** The theme of the island's phase of day. */
  readonly island: Theme
  /** The present theme of the demo's cycle; null where the hub is not a demo. */
  readonly cycle?: Theme | null
}

/** Draws the page in the chosen theme. */
export function ThemeKeeper({ island: phase, cycle = null }: ThemeKeeperProps) {
  const theme = useAtomValue(themeAtom)
  const setIsland = useSetAtom(islandThemeAtom)
  const setDeviceDark = useSetAtom(isDeviceDarkAtom)
  const setCycle = useSetAtom(cycleThemeAtom)
  const sky = useAtomValue(nightSkyAtom)
  useLayoutEffect(() => setIsland(phase), [phase, setIsland])
  useLayoutEffect(() => setCycle(cycle), [cycle, setCycle])
  useLayoutEffect(() => {
    document.documentElement.dataset.sky = sky
  }, [sky])
  useEffect(() => {
    const dark = matchMedia('(prefers-color-scheme: dark)')
    const follow = () => setDeviceDark(dark.matches)
    follow()
    dark.addEventListener('change', follow)
    return () => dark.removeEventListener('change', follow)
  }, [setDeviceDark])
  useLayoutEffect(() => applyTheme(theme), [theme])
  return null
}

export function ThemeGlyph({ theme, size = 20 }: { readonly theme: Theme; readonly size?: number }) {
  return (
    <Stroke size={size}>
      <path d={drawings[theme]} />
    </Stroke>
  )
}

const drawings: Readonly<Record<Theme, string>> = {
  dawn: 'M2 15h16M5 15a5 5 0 0 1 10 0M10 3v3M3.5 7.5l2 1.5M16.5 7.5l-2 1.5M5 18h10',
  day: 'M6.5 10a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0M10 2v2M10 16v2M2 10h2M16 10h2M4.4 4.4l1.4 1.4M14.2 14.2l1.4 1.4M15.6 4.4l-1.4 1.4M5.8 14.2l-1.4 1.4',
  dusk: 'M2 13h16M5 13a5 5 0 0 1 10 0M4 16h12M7 19h6M10 2v4M8 4.5 10 6.5l2-2',
  night: 'M15.5 12.5A6.5 6.5 0 0 1 7.5 4.5a6.5 6.5 0 1 0 8 8zM14.5 3v3M13 4.5h3',
}
