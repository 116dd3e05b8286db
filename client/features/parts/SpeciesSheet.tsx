import { species } from '../../../shared/features/world/species.ts'
import { SpeciesArt } from '../../ui/speciesArt/SpeciesArt.tsx'
import styles from './SpeciesSheet.module.css'
import { Story } from './Story.tsx'

const sizes = [32, 96, 400] as const
const views = [
  ['side', 'Grown'],
  ['young', 'Young'],
  ['top', 'From above'],
] as const

/** Every species from the side, grown and young, and from above: as icon, on a card, and large. */
export const SpeciesSheet = () => (
  <>
    <Story part="Small" about="32 px: on the map, in tables." wide>
      <ul className={styles.icons}>
        {Object.keys(species).map((name) => (
          <li key={name} className={styles.icon}>
            {views.map(([view]) => (
              <SpeciesArt key={view} species={name} view={view} size={32} />
            ))}
            <span>{name}</span>
          </li>
        ))}
      </ul>
    </Story>
    <Story part="Side by side" about="96 px: on cards. No two should look alike." wide>
      <ul className={styles.cards}>
        {Object.keys(species).map((name) => (
          <li key={name} className={styles.card}>
            <SpeciesArt species={name} view="side" size={96} />
            <SpeciesArt species={name} view="young" size={96} />
            <SpeciesArt species={name} view="top" size={96} />
            <span>{name}</span>
          </li>
        ))}
      </ul>
    </Story>
    {Object.keys(species).map((name) => (
      <Story key={name} part={name} about={`${species[name]?.diet}, ${species[name]?.habit}`} wide>
        <div className={styles.animal}>
          {views.map(([view, label]) => (
            <div key={view} className={styles.view}>
              <p>{label}</p>
              <div className={styles.sizes}>
                {sizes.map((size) => (
                  <SpeciesArt
                    key={size}
                    species={name}
                    view={view}
                    size={size}
                    title={`${name}, ${label.toLowerCase()}`}
                  />
                ))}
              </div>
            </div>
          ))}
        </div>
      </Story>
    ))}
  </>
)
