import { useState } from 'react'
import styles from './Avatar.module.css'

interface AvatarProps {
  readonly name: string
  /** An https address; empty if there is none. */
  readonly picture: string
  readonly size?: 'small' | 'large'
}

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Graphemes: a letter keeps its accent, and an emoji of several code points is one. */
const firstLetter = (name: string) =>
  letters.segment(name.trim())[Symbol.iterator]().next().value?.segment.toLocaleUpperCase('en') ?? '?'

/** A picture, or the first letter of the name if there is none or it does not load. The name is written beside it. */
export function Avatar({ name, picture, size = 'small' }: AvatarProps) {
  const [failed, setFailed] = useState('')
  return (
    <span className={styles.avatar} data-size={size} aria-hidden="true">
      {picture !== '' && failed !== picture ? (
        <img src={picture} alt="" referrerPolicy="no-referrer" onError={() => setFailed(picture)} />
      ) : (
        firstLetter(name)
      )}
    </span>
  )
}
