import { useAtomValue } from 'jotai'
import { Suspense } from 'react'
import { Link } from 'wouter'
import { mainServer } from '../../../shared/engine/ids.ts'
import { account } from '../../../shared/features/account/account.ts'
import { isFeatureOn } from '../../../shared/features/server/hubFeatures.ts'
import { server } from '../../../shared/features/server/server.ts'
import { type Access, connectionAtom, helloAtom, hubAwayText } from '../../connection/connectionState.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { later } from '../../shell/screenCode.ts'
import { ActionLink } from '../../ui/Button.tsx'
import { Stroke } from '../../ui/Stroke.tsx'
import { Toasts } from '../../ui/Toast.tsx'
import { StaleNote } from '../../ui/templates/screenStates.tsx'
import { WaterholeDrawing } from '../../ui/WaterholeDrawing.tsx'
import { Avatar } from '../account/Avatar.tsx'
import { SignInBlocks } from '../account/SignInMenu.tsx'
import { RoleBadge } from '../roles/RoleBadge.tsx'
import { JoinServer } from '../server/JoinServer.tsx'
import { ServerSign, useIsGameLive } from '../server/LinkStatus.tsx'
import { figureOf } from '../server/linkLabels.ts'
import styles from './HomeScreen.module.css'

const OwnAnimal = later(() => import('../packs/OwnAnimal.tsx').then((module) => module.OwnAnimal))

/** The first page: the community, the state of the server, the sign-in, and how to join. */
export function HomeScreen() {
  const hello = useAtomValue(helloAtom)
  return (
    <main className={styles.page} tabIndex={-1}>
      <section className={styles.hero} aria-labelledby="welcome">
        <div className={styles.sheet}>
          <WaterholeDrawing />
        </div>
        {hello?.principal ? (
          <WelcomeBack principal={hello.principal} />
        ) : (
          <Welcome community={hello?.community ?? 'Waterhole'} />
        )}
      </section>
      {hello ? <StaleNote /> : <NotKnown />}
      {hello && !hello.principal ? <SignInBlocks demo={hello.demo} /> : null}
      <JoinServer />
      <FeatureCards />
      <Toasts />
    </main>
  )
}

/** Greets a guest. */
const Welcome = ({ community }: { readonly community: string }) => (
  <div className={styles.description}>
    <h1 id="welcome" className={styles.title}>
      Welcome to {community}
    </h1>
    <p className={styles.lead}>Follow your dinosaur on the live map and stay with your pack.</p>
    <IslandLine />
    <div className={styles.actions}>
      <OpenMap />
      <ActionLink external href="#join-server">
        How to join
      </ActionLink>
    </div>
  </div>
)

/** The first action of the page. */
const OpenMap = () => (
  <ActionLink tone="main" href="/map">
    Open the live map
  </ActionLink>
)

function NotKnown() {
  const { name } = useAtomValue(connectionAtom)
  return (
    <p className={styles.notKnown} role="status">
      {name === 'stale' ? hubAwayText : 'Checking authentication...'}
    </p>
  )
}

/** The state of the server in one line. */
export function IslandLine() {
  const { value: status } = useDocument(server, mainServer)
  const isLive = useIsGameLive()
  if (!status) return <p className={styles.island}>Loading the server's status…</p>
  return (
    <p className={styles.island}>
      <ServerSign status={status} />
      {status.readAt === null || !isFeatureOn(status, 'realServerStatus') ? null : (
        <span>
          <b>{figureOf(status.playerCount)}</b> of {figureOf(status.maxPlayers)} players{' '}
          {isLive ? 'online' : 'at the last reading'}
        </span>
      )}
    </p>
  )
}

/** Greets a signed-in user, with the state of their dinosaur and links to other pages. */
export function WelcomeBack({ principal }: { readonly principal: NonNullable<Access['principal']> }) {
  const own = useDocument(account, principal.id).value
  return (
    <div className={styles.description}>
      <div className={styles.who}>
        <Avatar name={principal.name} picture={own?.[own.active]?.avatar ?? ''} size="large" />
        <div className={styles.whoText}>
          <RoleBadge role={principal.role} />
          <h1 id="welcome" className={styles.title}>
            Welcome back, {principal.name}
          </h1>
        </div>
      </div>
      <div className={styles.lead}>
        <Suspense>
          <OwnAnimal me={principal.id} />
        </Suspense>
      </div>
      <IslandLine />
      <div className={styles.actions}>
        <OpenMap />
        <ActionLink href="/profile">Your profile</ActionLink>
        <ActionLink href="/games">Games</ActionLink>
        <ActionLink external href="#join-server">
          How to join
        </ActionLink>
      </div>
    </div>
  )
}

/** The features, each with a link. */
const cards = [
  {
    name: 'Live map',
    description: 'See the island, your dinosaur and your pack as they are now.',
    href: '/map',
    shape: 'M2.5 5 7.5 3l5 2 5-2v12l-5 2-5-2-5 2zM7.5 3v12M12.5 5v12',
  },
  {
    name: 'Packs',
    description: 'Share your position, ping places and agree where to meet.',
    href: '/map',
    shape:
      'M6 9.5a2 2 0 1 0 .01 0zM14 9.5a2 2 0 1 0 .01 0zM10 3a2 2 0 1 0 .01 0zM8.8 6.4 7 9.6M11.2 6.4l1.8 3.2M8 11.5h4M6 13.5v3.5M14 13.5v3.5',
  },
  {
    name: 'Your profile',
    description: 'Check your dinosaur, your level and your time on the server.',
    href: '/profile',
    shape: 'M5 2.5h8l3 3v12H5zM13 2.5v3h3M8 9.5h5M8 12.5h5M8 15h3',
  },
  {
    name: 'Linked accounts',
    description: 'Link your accounts, then connect to the server from here.',
    href: '/auth',
    shape: 'M8.5 11.5l3-3M9.5 6l2-2a3.2 3.2 0 0 1 4.5 4.5l-2 2M10.5 14l-2 2A3.2 3.2 0 0 1 4 11.500l2-2',
  },
] as const

export function FeatureCards() {
  return (
    <ul className={styles.cards} aria-label="Features">
      {cards.map(({ name, description, href, shape }) => (
        <li key={name}>
          <Link href={href} className={styles.card}>
            <Stroke size={32}>
              <path d={shape} />
            </Stroke>
            <span className={styles.name}>{name}</span>
            <span className={styles.featureDescription}>{description}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
