import { useAtom, useAtomValue } from 'jotai'
import { type ReactNode, useId } from 'react'
import { Stroke } from '../ui/Stroke.tsx'
import { ThemeGlyph } from './ThemeKeeper.tsx'
import styles from './ThemeMenu.module.css'
import {
  cycleThemeAtom,
  type MapThemeChoice,
  mapThemeChoiceAtom,
  type NightSky,
  nightSkyAtom,
  type ThemeChoice,
  themeAtom,
  themeChoiceAtom,
} from './themeAtom.ts'

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
