import { useAtomValue } from 'jotai'
import { type ReactNode, useId, useState } from 'react'
import { coloursOf, type SkinDesign, skinNamed } from '../../../shared/features/skins/design.ts'
import { speciesName } from '../../../shared/features/world/species.ts'
import { applyTheme, themeAtom } from '../../themes/themeAtom.ts'
import { type Theme, themeNames } from '../../themes/themes.ts'
import { Chip, ChipSet } from '../../ui/Chip.tsx'
import { SpeciesArt } from '../../ui/speciesArt/SpeciesArt.tsx'
import type { View } from '../../ui/speciesArt/speciesDrawings.ts'
import styles from './SkinStage.module.css'

const views = { side: 'Grown', young: 'Young', top: 'From above' } as const satisfies Record<View, string>
const moodNames: Readonly<Record<Theme, string>> = { dawn: 'Dawn', day: 'Day', dusk: 'Dusk', night: 'Night' }

export const designName = ({ species, skin }: SkinDesign) => `${skinNamed(skin)?.name ?? skin} ${speciesName(species)}`

/** The dinosaur in its skin: large in one light, small in all four, and as a marker of the map. */
export function SkinStage({ design }: { readonly design: SkinDesign }) {
  const [mood, setMood] = useState<Theme>(useAtomValue(themeAtom))
  const [view, setView] = useState<View>('side')
  return (
    <section className={styles.stage} aria-label="Preview">
      <Mood mood={mood}>
        <figure className={styles.scene} data-view={view}>
          <Landscape mood={mood} />
          <div className={styles.animal}>
            <Dressed design={design} view={view} size={view === 'top' ? 360 : 640} title={designName(design)} />
          </div>
          <figcaption className={styles.caption}>{designName(design)}</figcaption>
        </figure>
      </Mood>
      <ChipSet legend="View" place="unseen">
        {(Object.keys(views) as View[]).map((key) => (
          <Chip key={key} aria-pressed={view === key} onClick={() => setView(key)}>
            {views[key]}
          </Chip>
        ))}
      </ChipSet>
      <div className={styles.strip}>
        <MoodChoice design={design} chosen={mood} onChoose={setMood} />
        <MapMarker design={design} mood={mood} />
      </div>
    </section>
  )
}

/** The colours of one time of day for all that is in it. */
const Mood = ({ mood, children }: { readonly mood: Theme; readonly children: ReactNode }) => (
  <div ref={(scope) => void (scope && applyTheme(mood, scope))} className={styles.mood}>
    {children}
  </div>
)

interface DressedProps {
  readonly design: SkinDesign
  readonly view?: View
  readonly size: number
  readonly title?: string
}

/** The drawing of a species in a skin. */
export const Dressed = ({ design, view = 'side', size, title }: DressedProps) => (
  <SpeciesArt
    species={design.species}
    view={view}
    size={size}
    colours={coloursOf(design)}
    {...(title !== undefined && { title })}
  />
)

interface MoodChoiceProps {
  readonly design: SkinDesign
  readonly chosen: Theme
  readonly onChoose: (mood: Theme) => void
}

function MoodChoice({ design, chosen, onChoose }: MoodChoiceProps) {
  const group = useId()
  return (
    <fieldset className={styles.moods}>
      <legend className="unseen">Light</legend>
      {themeNames.map((mood) => (
        <Mood key={mood} mood={mood}>
          <label className={styles.tile}>
            <input type="radio" name={group} checked={mood === chosen} onChange={() => onChoose(mood)} />
            <Dressed design={design} size={120} />
            <span>{moodNames[mood]}</span>
          </label>
        </Mood>
      ))}
    </fieldset>
  )
}

/** On paper of the map: from above, ringed as one's own. */
const MapMarker = ({ design, mood }: { readonly design: SkinDesign; readonly mood: Theme }) => (
  <Mood mood={mood}>
    <figure className={styles.map}>
      <svg className={styles.paper} viewBox="0 0 200 160" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
        <path className={styles.water} d="M0 120c30-14 52-6 78 6s64 8 122-12v46H0z" />
        <path d="M-6 92c40-26 70-18 104-2s66 4 110-22M-6 66c44-24 76-22 108-6s64 2 104-24M-6 40c46-20 80-24 112-10s60 0 98-20M20-4c26 18 58 14 84 10s54-6 76-16" />
      </svg>
      <span className={styles.marker}>
        <Dressed design={design} view="top" size={56} />
      </span>
      <figcaption>On a map</figcaption>
    </figure>
  </Mood>
)

const lights: Readonly<Record<Theme, { readonly x: number; readonly y: number; readonly r: number }>> = {
  dawn: { x: 66, y: 262, r: 46 },
  day: { x: 440, y: 92, r: 38 },
  dusk: { x: 930, y: 296, r: 56 },
  night: { x: 430, y: 92, r: 32 },
}
const stars = [90, 60, 210, 130, 330, 48, 420, 150, 540, 70, 640, 168, 700, 40, 880, 190, 930, 70, 140, 210, 480, 230]

/** A plain at the edge of the island, in the light of the mood. */
function Landscape({ mood }: { readonly mood: Theme }) {
  const { x, y, r } = lights[mood]
  return (
    <svg className={styles.land} viewBox="0 0 1000 560" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
      {mood === 'night'
        ? stars.flatMap((left, at) =>
            at % 2 === 0
              ? [<circle key={left} data-part="star" cx={left} cy={stars[at + 1]} r={at % 3 === 0 ? 2.4 : 1.6} />]
              : [],
          )
        : null}
      <g data-high={y < 150 || undefined}>
        <circle data-part="glow" cx={x} cy={y} r={r * 2.4} />
        <circle data-part="light" cx={x} cy={y} r={r} />
      </g>
      <path
        data-part="far"
        d="M0 372 120 318 210 346 330 270 420 322 520 296 640 348 760 300 880 342 1000 308V560H0z"
      />
      <path data-part="near" d="M0 420c120-40 260-30 400-18s320 20 600-24v182H0z" />
      <path data-part="ground" d="M0 470c200-26 420-20 620-12s280 4 380-10v112H0z" />
      <path
        data-part="fern"
        d="M52 560c-8-60-30-96-52-116 34 10 52 34 60 62 2-42 14-76 40-100-10 34-14 66-18 98 16-22 36-34 62-38-30 18-52 48-62 94zM906 560c4-44-10-76-30-98 26 8 42 26 50 48 4-38 20-66 46-84-14 30-20 58-22 88 12-16 28-26 50-30-28 20-44 44-50 76z"
      />
    </svg>
  )
}
