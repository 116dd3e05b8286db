import { Link } from 'wouter'
import { placeIcons } from '../../shell/placeIcons.ts'
import { Stroke } from '../../ui/Stroke.tsx'
import { Settled } from '../../ui/templates/screenStates.tsx'
import { JoinServer, useJoin } from '../server/JoinServer.tsx'
import styles from './HomeScreen.module.css'

/** Below the greeting: how to join, and what the site has. Its code comes after the first page. */
export function HomeFoot() {
  const join = useJoin()
  return (
    <Settled parts={join.parts}>
      <JoinServer details={join.details} />
      <FeatureCards />
    </Settled>
  )
}

/** The features, each with a link, and drawn as in the rail. */
const cards = [
  {
    name: 'Live map',
    description: 'See the island, your dinosaur and your pack as they are now.',
    href: '/map',
    icon: 'map',
  },
  {
    name: 'Packs',
    description: 'Share your position, ping places and agree where to meet.',
    href: '/map',
    icon: 'pack',
  },
  {
    name: 'Your profile',
    description: 'Check your dinosaur, your level and your time on the server.',
    href: '/profile',
    icon: 'dinosaur',
  },
  {
    name: 'Linked accounts',
    description: 'Link your accounts, then connect to the server from here.',
    href: '/auth',
    icon: 'link',
  },
] as const

function FeatureCards() {
  return (
    <ul className={styles.cards} aria-label="Features">
      {cards.map(({ name, description, href, icon }) => (
        <li key={name}>
          <Link href={href} className={styles.card}>
            <Stroke size={32}>
              <path d={placeIcons[icon]} />
            </Stroke>
            <span className={styles.name}>{name}</span>
            <span className={styles.featureDescription}>{description}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
