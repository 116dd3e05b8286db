import { useState } from 'react'
import styles from './Avatar.module.css'

interface AvatarProps {
  readonly name: string
  /** An address over https; empty where there is none. */
  readonly picture: string
  readonly size?: 'small' | 'large'
}

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** As people count letters: a letter keeps its accent, and a drawing of several signs is one. */
const firstLetter = (name: string) =>
  letters.segment(name.trim())[Symbol.iterator]().next().value?.segment.toLocaleUpperCase('en') ?? '?'

/** Somebody's picture, or the first letter of their name where there is none or it does not come. The name stands beside it. */
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
