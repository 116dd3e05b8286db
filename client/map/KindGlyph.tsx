import { type AnimalKind, dots, hollowKinds } from './glyphs.ts'
import styles from './KindGlyph.module.css'

/** What an animal eats, as the map draws it from afar: shape and colour together. */
export function KindGlyph({ kind }: { readonly kind: AnimalKind }) {
  return (
    <svg
      className={styles.glyph}
      data-kind={kind}
      data-hollow={hollowKinds.has(kind) || undefined}
      width="14"
      height="14"
      viewBox="-8 -8 16 16"
      aria-hidden="true"
    >
      <path d={dots[kind]} />
    </svg>
  )
}
