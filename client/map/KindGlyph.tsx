import { type AnimalKind, dots, hollowKinds } from './glyphs.ts'
import styles from './KindGlyph.module.css'

/** The symbol of a diet, as the map draws it at low zoom. */
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
