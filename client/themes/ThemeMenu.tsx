import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { type ReactNode, useEffect, useId, useLayoutEffect } from 'react'
import { Stroke } from '../ui/Stroke.tsx'
import styles from './ThemeMenu.module.css'
import {
  applyTheme,
  cycleThemeAtom,
  isDeviceDarkAtom,
  islandThemeAtom,
  type MapThemeChoice,
  mapThemeChoiceAtom,
  type NightSky,
  nightSkyAtom,
  type ThemeChoice,
  themeAtom,
  themeChoiceAtom,
} from './themeAtom.ts'
import type { Theme } from './themes.ts'

interface Option<Key extends string> {
  readonly key: Key
  readonly name: string
  /** Says more about the option while it is chosen. */
  readonly description: string
  readonly face: ReactNode
}

const island = (
  <Stroke>
    <path d="M2 14c3-6 5-9 8-9s4 3 5 5 2 3 3 4zM2 17.5h16" />
  </Stroke>
)

const device = (
  <Stroke>
    <path d="M3 4h14v10H3zM10 14v3M7 17h6M10 4v10" />
  </Stroke>
)

const page = (
  <Stroke>
    <path d="M5 2.5h7l3 3v12H5zM12 2.5v3h3M8 9h4M8 12h4" />
  </Stroke>
)

const pageOptions: readonly Option<ThemeChoice>[] = [
  { key: 'island', name: 'Island time', description: 'Follows the time of day in the game.', face: island },
  { key: 'device', name: 'Device', description: 'Light or dark, as your device is set.', face: device },
  { key: 'dawn', name: 'Dawn', description: 'Always light.', face: <ThemeGlyph theme="dawn" /> },
  { key: 'day', name: 'Day', description: 'Always light.', face: <ThemeGlyph theme="day" /> },
  { key: 'dusk', name: 'Dusk', description: 'Always dark.', face: <ThemeGlyph theme="dusk" /> },
  { key: 'night', name: 'Night', description: 'Always dark.', face: <ThemeGlyph theme="night" /> },
]

const cycleOption: Option<ThemeChoice> = {
  key: 'cycle',
  name: 'Demo cycle',
  description: 'Each theme for 30 seconds, in this demo only.',
  face: island,
}

const skyOptions: readonly Option<NightSky>[] = [
  { key: 'both', name: 'Both', description: 'Stars and scratches.', face: <ThemeGlyph theme="night" /> },
  { key: 'stars', name: 'Stars', description: 'Stars alone.', face: <ThemeGlyph theme="night" /> },
  { key: 'scratches', name: 'Scratches', description: 'Scratches alone.', face: <ThemeGlyph theme="night" /> },
  { key: 'plain', name: 'Plain', description: 'Neither of them.', face: page },
]

const mapOptions: readonly Option<MapThemeChoice>[] = [
  { key: 'page', name: 'Like the page', description: 'Uses the theme above.', face: page },
  { key: 'island', name: 'Island time', description: 'Follows the time of day in the game.', face: island },
]

/** Chooses the theme of the page and that of the map: for a menu, which it fills from edge to edge. */
export function ThemeMenu() {
  const [pageChoice, setPageChoice] = useAtom(themeChoiceAtom)
  const [mapChoice, setMapChoice] = useAtom(mapThemeChoiceAtom)
  const [sky, setSky] = useAtom(nightSkyAtom)
  const hasCycle = useAtomValue(cycleThemeAtom) !== null
  const isNight = useAtomValue(themeAtom) === 'night'
  const offered = hasCycle ? [...pageOptions, cycleOption] : pageOptions
  return (
    <div className={styles.menu}>
      <Options legend="Theme" options={offered} chosen={pageChoice} onChoose={setPageChoice} />
      {isNight ? <Options legend="Night sky" options={skyOptions} chosen={sky} onChoose={setSky} /> : null}
      <Options legend="Map theme" options={mapOptions} chosen={mapChoice} onChoose={setMapChoice} />
    </div>
  )
}

interface OptionsProps<Key extends string> {
  readonly legend: string
  readonly options: readonly Option<Key>[]
  readonly chosen: Key
  readonly onChoose: (key: Key) => void
}

/** Drawings with their names, of which one is chosen; arrows go through them. */
function Options<Key extends string>({ legend, options, chosen, onChoose }: OptionsProps<Key>) {
  const group = useId()
  const current = options.find(({ key }) => key === chosen)
  return (
    <fieldset className={styles.group}>
      <legend>{legend}</legend>
      <div className={styles.row}>
        {options.map(({ key, name, description, face }) => (
          <label key={key} className={styles.option}>
            <input
              type="radio"
              name={group}
              aria-label={`${name}. ${description}`}
              checked={key === chosen}
              onChange={() => onChoose(key)}
            />
            {face}
            <span>{name}</span>
          </label>
        ))}
      </div>
      <p className={styles.description}>{current?.description}</p>
    </fieldset>
  )
}

interface ThemeKeeperProps {
  /** The theme of the island's phase of day. */
  readonly island: Theme
  /** The present theme of the demo's cycle; null where the hub is no demo. */
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
