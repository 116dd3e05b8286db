import { Link } from 'wouter'
import { Stroke } from '../../ui/Stroke.tsx'
import styles from './FeatureCards.module.css'

/** What there is, each with a way to it. */
const cards = [
  {
    name: 'Live map',
    words: 'The island as it is now: its regions, its waters, and your own dinosaur in it.',
    href: '/map',
    shape: 'M2.5 5 7.5 3l5 2 5-2v12l-5 2-5-2-5 2zM7.5 3v12M12.5 5v12',
  },
  {
    name: 'Packs',
    words: 'Walk together: a code to join, a shared trail, pings and a place to meet.',
    href: '/map',
    shape:
      'M6 9.5a2 2 0 1 0 .01 0zM14 9.5a2 2 0 1 0 .01 0zM10 3a2 2 0 1 0 .01 0zM8.8 6.4 7 9.6M11.2 6.4l1.8 3.2M8 11.5h4M6 13.5v3.5M14 13.5v3.5',
  },
  {
    name: 'Your record',
    words: 'Level, play time and every stay on the island, kept while you play.',
    href: '/profile',
    shape: 'M5 2.5h8l3 3v12H5zM13 2.5v3h3M8 9.5h5M8 12.5h5M8 15h3',
  },
  {
    name: 'Ready to join',
    words: 'Steam and Discord in one place, and from there straight into the game.',
    href: '/auth',
    shape: 'M8.5 11.5l3-3M9.5 6l2-2a3.2 3.2 0 0 1 4.5 4.5l-2 2M10.5 14l-2 2A3.2 3.2 0 0 1 4 11.500l2-2',
  },
] as const

export function FeatureCards() {
  return (
    <ul className={styles.cards} aria-label="What there is">
      {cards.map(({ name, words, href, shape }) => (
        <li key={name}>
          <Link href={href} className={styles.card}>
            <Stroke size={32}>
              <path d={shape} />
            </Stroke>
            <span className={styles.name}>{name}</span>
            <span className={styles.words}>{words}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
