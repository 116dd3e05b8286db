import type { rarityTokens } from '../themes/themes.ts'
import styles from './RarityBadge.module.css'

export type Rarity = (typeof rarityTokens)[number]

export const rarityNames: Readonly<Record<Rarity, string>> = {
  common: 'Common',
  uncommon: 'Uncommon',
  rare: 'Rare',
  epic: 'Epic',
  legendary: 'Legendary',
  apex: 'Apex',
}

/** Each rarer than the one before by one corner, up to a crown: the shape says it without the colour. */
const shapes: Readonly<Record<Rarity, string>> = {
  common: 'M8 4a4 4 0 1 0 .01 0z',
  uncommon: 'M8 2.5 14 13H2z',
  rare: 'M8 1.5 14 8l-6 6.5L2 8z',
  epic: 'M8 1.5 14.5 6.4 12 14H4L1.5 6.4z',
  legendary: 'M8 1.2l2 4.4 4.8.5-3.6 3.2 1 4.7L8 11.6 3.8 14l1-4.7L1.2 6.1 6 5.6z',
  apex: 'M1.5 4.5 5 7.5 8 2l3 5.5 3.5-3-1.2 9H2.7z',
}

/** How rare a thing is: a word and a shape, in the colour of the rarity. */
export const RarityBadge = ({ rarity }: { readonly rarity: Rarity }) => (
  <span className={styles.badge} data-rarity={rarity}>
    <svg width={14} height={14} viewBox="0 0 16 16" fill="currentColor" aria-hidden="true">
      <path d={shapes[rarity]} />
    </svg>
    {rarityNames[rarity]}
  </span>
)
