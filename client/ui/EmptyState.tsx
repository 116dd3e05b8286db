import type { ReactNode } from 'react'
import styles from './EmptyState.module.css'

interface BlankProps {
  readonly picture: PictureName
  readonly title: string
  readonly children?: ReactNode
}

/** Shown where there is no content: a drawing, the state, and what will change it. */
export function EmptyState({ picture, title, children }: BlankProps) {
  return (
    <div className={styles.empty}>
      <Picture name={picture} />
      <p className={styles.title}>{title}</p>
      {children ? <div className={styles.description}>{children}</div> : null}
    </div>
  )
}

/** Drawings for empty states, in the stroke weight of the glyphs. */
const drawings = {
  /** Tracks: nothing is here. */
  tracks: (
    <>
      <path d="M30 76c-4-2-6-5-5.5-8 .5-2.6 2.8-4 5.5-4s5 1.4 5.5 4c.5 3-1.5 6-5.5 8zM30 64V55M24.5 66l-7-7M35.5 66l7-7" />
      <path d="M60 50c-4-2-6-5-5.5-8 .5-2.6 2.8-4 5.5-4s5 1.4 5.5 4c.5 3-1.5 6-5.5 8zM60 38v-9M54.5 40l-7-7M65.5 40l7-7" />
      <path d="M8 86c12-4 26-4 38 0s28 4 42 0" />
    </>
  ),
  /** A mast that sends nothing. */
  mast: (
    <>
      <path d="M48 22 34 84M48 22l14 62M39.5 60h17M43 44h10M36.5 73h23M39.5 60l20 13M56.5 60l-20 13" />
      <circle cx="48" cy="16" r="5" />
      <path d="M16 84h64M28 10l8 8M28 18l8-8" />
    </>
  ),
  /** A closed gate. */
  gate: (
    <>
      <path d="M20 84V28M76 84V28M20 40h56M20 70h56M34 40v30M48 40v30M62 40v30M20 70l56-30" />
      <path d="M12 84h16M68 84h16" />
    </>
  ),
  /** A compass without a course. */
  compass: (
    <>
      <circle cx="48" cy="50" r="32" />
      <path d="M48 12v12M48 76v12M10 50h12M74 50h12M58 34 52 54l-14 12 6-20z" />
    </>
  ),
  /** A lantern, lit before dawn. */
  lantern: (
    <>
      <path d="M32 76V42l6-10h20l6 10v34zM26 76h44v8H26zM38 32v-6h20v6M32 42h32M38 26c0-18 20-18 20 0" />
      <path d="M48 68c-7-2-9-8-5-13 2-3 4-5 5-9 4 5 9 9 8 15-1 4-4 6-8 7z" />
    </>
  ),
} as const
export type PictureName = keyof typeof drawings
export const pictureNames = Object.keys(drawings) as readonly PictureName[]

export function Picture({ name }: { readonly name: PictureName }) {
  return (
    <svg className={styles.picture} viewBox="0 0 96 96" aria-hidden="true">
      {drawings[name]}
    </svg>
  )
}
