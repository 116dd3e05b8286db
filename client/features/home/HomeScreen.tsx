import { useAtomValue } from 'jotai'
import { Suspense, useEffect, useState } from 'react'
import { mainServer } from '../../../shared/engine/ids.ts'
import { account } from '../../../shared/features/account/account.ts'
import { isFeatureOn } from '../../../shared/features/server/hubFeatures.ts'
import { server } from '../../../shared/features/server/server.ts'
import { type Access, connectionAtom, helloAtom, hubAwayText } from '../../connection/connectionState.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { wasSignedIn } from '../../shell/formerPlaces.ts'
import { later, screenOf } from '../../shell/screenCode.ts'
import { ActionLink } from '../../ui/Button.tsx'
import { Toasts } from '../../ui/Toast.tsx'
import { LoadingState, StaleNote } from '../../ui/templates/screenStates.tsx'
import { WaterholeDrawing } from '../../ui/WaterholeDrawing.tsx'
import { Avatar } from '../account/Avatar.tsx'
import { SignInBlocks } from '../account/SignInMenu.tsx'
import { RoleBadge } from '../roles/RoleBadge.tsx'
import { ServerSign, useIsGameLive } from '../server/LinkStatus.tsx'
import { figureOf } from '../server/linkLabels.ts'
import styles from './HomeScreen.module.css'

const OwnAnimal = later(() => import('../packs/OwnAnimal.tsx').then((module) => module.OwnAnimal))
const homeFoot = screenOf(() => import('./HomeFoot.tsx').then((module) => module.HomeFoot))
const HomeFoot = later(homeFoot.load)

/** The first page: the community, the state of the server, the sign-in, and how to join. */
export function HomeScreen() {
  const hello = useAtomValue(helloAtom)
  const [room] = useState(wasSignedIn)
  const isAway = useAtomValue(connectionAtom).name === 'stale'
  // The code of the rest is not fetched before the first page is shown, even if the hub has answered by then.
  const [isShown, setShown] = useState(false)
  const [isBanned, setBanned] = useState(false)
  const [hasCode, setHasCode] = useState(homeFoot.loaded() !== null)
  useEffect(() => setShown(true), [])
  useEffect(() => {
    if (!isShown) return
    homeFoot.load().then(
      () => setHasCode(true),
      () => {},
    )
  }, [isShown])
  // Without the hub too: how to join, and where everything is. Code that could not be fetched is not asked for until the hub is back.
  const hasRest = isShown && (hello !== null || (isAway && hasCode))
  return (
    <main className={styles.page} aria-busy={!hasRest || undefined} tabIndex={-1}>
      <section className={styles.hero} aria-labelledby="welcome">
        <div className={styles.sheet}>
          <WaterholeDrawing />
        </div>
        {hello?.principal ? (
          <WelcomeBack principal={hello.principal} isBanned={isBanned} />
        ) : hello === null && room && !isAway ? (
          <WelcomeRoom />
        ) : (
          <Welcome community={hello?.community ?? 'Waterhole'} />
        )}
      </section>
      {hello ? <StaleNote /> : <NotKnown />}
      {hello && !hello.principal ? <SignInBlocks demo={hello.demo} /> : null}
      {hasRest ? (
        <Suspense fallback={<div data-loading />}>
          <HomeFoot onBanned={setBanned} />
        </Suspense>
      ) : null}
      <Toasts />
    </main>
  )
}

/** Where a user who was signed in will be greeted. */
const WelcomeRoom = () => (
  <div className={styles.description}>
    <h1 id="welcome" className="unseen">
      Home
    </h1>
    <LoadingState />
  </div>
)

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
  const isAway = useAtomValue(connectionAtom).name === 'stale'
  if (!status)
    return (
      <p className={styles.island}>{isAway ? "The server's status is unknown." : "Loading the server's status…"}</p>
    )
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

interface WelcomeBackProps {
  readonly principal: NonNullable<Access['principal']>
  readonly isBanned: boolean
}

/** Greets a signed-in user, with the state of their dinosaur and links to other pages. */
function WelcomeBack({ principal, isBanned }: WelcomeBackProps) {
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
      <div className={`${styles.lead} ${styles.animal}`}>
        <Suspense>
          <OwnAnimal me={principal.id} />
        </Suspense>
      </div>
      <IslandLine />
      <div className={styles.actions}>
        <OpenMap />
        <ActionLink href="/profile">Your profile</ActionLink>
        <ActionLink href="/games">Games</ActionLink>
        {isBanned ? null : (
          <ActionLink external href="#join-server">
            How to join
          </ActionLink>
        )}
      </div>
    </div>
  )
}
