import type { ReactNode } from 'react'
import styles from './Blank.module.css'
import { Picture, type PictureName } from './Picture.tsx'

interface BlankProps {
  readonly picture: PictureName
  readonly title: string
  readonly children?: ReactNode
}

/** What stands where there is nothing to show: a drawing, what is true, and what will change it. */
export function Blank({ picture, title, children }: BlankProps) {
  return (
    <div className={styles.blank}>
      <Picture name={picture} />
      <p className={styles.title}>{title}</p>
      {children ? <div className={styles.words}>{children}</div> : null}
    </div>
  )
}
