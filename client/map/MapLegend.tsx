import styles from './IslandMap.module.css'
import { KindGlyph } from './KindGlyph.tsx'

/** What the shapes mean. */
export function MapLegend() {
  return (
    <ul className={styles.legend} aria-label="Legend" data-keep-clear>
      {(['carnivore', 'herbivore', 'omnivore'] as const).map((kind) => (
        <li key={kind}>
          <KindGlyph kind={kind} />
          {kind}
        </li>
      ))}
    </ul>
  )
}
