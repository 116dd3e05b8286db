import { useAtomValue } from 'jotai'
import { Suspense } from 'react'
import { Link } from 'wouter'
import { accessAtom } from '../../connection/connectionState.ts'
import { placeIcons } from '../../shell/placeIcons.ts'
import { later } from '../../shell/screenCode.ts'
import { Stroke } from '../../ui/Stroke.tsx'
import { Settled } from '../../ui/templates/screenStates.tsx'
import { JoinServer, useJoin } from '../server/JoinServer.tsx'
import styles from './HomeScreen.module.css'

// Guests do not need it.
const UnlessBanned = later(() => import('../server/OwnBan.tsx').then((module) => module.UnlessBanned))

interface HomeFootProps {
  readonly onBanned: (isBanned: boolean) => void
}

/** Below the greeting: how to join, or that the user is banned, and what the site has. Its code comes after the first page. */
export function HomeFoot({ onBanned }: HomeFootProps) {
  const { principal } = useAtomValue(accessAtom)
  const { parts, details } = useJoin()
  const how = <JoinServer details={details} />
  if (principal === null)
    return (
      <Settled parts={parts}>
        {how}
        <FeatureCards />
      </Settled>
    )
  return (
    <Suspense fallback={<div data-loading />}>
      <UnlessBanned parts={parts} onBanned={onBanned} how={how}>
        <FeatureCards />
      </UnlessBanned>
    </Suspense>
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
