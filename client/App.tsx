import { useAtomValue } from 'jotai'
import { lazy, type ReactNode, Suspense, useCallback, useMemo, useState } from 'react'
import { Route, Switch, useLocation } from 'wouter'
import styles from './App.module.css'
import { accessAtom, helloAtom } from './connection/connectionState.ts'
import { AccountBlock } from './features/account/AccountBlock.tsx'
import { AuthReturnNotice } from './features/account/AuthReturnNotice.tsx'
import { menuPanelCodes } from './features/account/MenuPanel.tsx'
import { SessionFollower } from './features/account/SessionFollower.tsx'
import { EventsRoom, eventsPanelCode } from './features/events/EventsRoom.tsx'
import { PaletteButton, paletteCode } from './features/palette/PaletteButton.tsx'
import { PlayerDrawer } from './features/players/PlayerDrawer.tsx'
import { IslandTheme } from './features/server/GameClock.tsx'
import { LinkAnnouncer } from './features/server/LinkStatus.tsx'
import { hiddenBy, useIsOffKnown, useOff } from './features/server/switchedOff.ts'
import { routes } from './routes.tsx'
import { FaultBoundary } from './shell/FaultBoundary.tsx'
import { FocusKeeper } from './shell/FocusKeeper.tsx'
import { wasSignedIn } from './shell/formerPlaces.ts'
import { HubNoticeBar, lostTitle, MissingPartNotice, PageTitle } from './shell/PageNotices.tsx'
import { PhoneBar } from './shell/PhoneBar.tsx'
import { accountPlaces, openPlaces, phonePlaces, railGroups } from './shell/places.ts'
import { Rail, railFoldedAtom, useSteadyGroups } from './shell/Rail.tsx'
import { ScreenPrefetch, ScreenView, WhenIdle } from './shell/ScreenView.tsx'
import { later, screenOf } from './shell/screenCode.ts'
import { TopBar } from './shell/TopBar.tsx'
import { useIsNarrow } from './ui/useIsNarrow.ts'

const SessionEndedNotice = later(() =>
  import('./features/account/SessionEnd.tsx').then((module) => module.SessionEndedNotice),
)
const VisitReward = later(() => import('./features/economy/VisitReward.tsx').then((module) => module.VisitReward))
const RoleNotice = later(() => import('./features/roles/RoleNotice.tsx').then((module) => module.RoleNotice))
const TopBalances = later(() => import('./features/wallet/Balances.tsx').then((module) => module.TopBalances))
const ViewAsBanner = later(() => import('./features/roles/ViewAs.tsx').then((module) => module.ViewAsBanner))
const RedemptionNotices = later(() =>
  import('./features/redemptions/RedemptionNotices.tsx').then((module) => module.RedemptionNotices),
)
const Bell = later(() => import('./features/notifications/Bell.tsx').then((module) => module.Bell))
const MarketNotices = later(() => import('./features/market/MarketNotices.tsx').then((module) => module.MarketNotices))

const DeliveryTray = later(() => import('./features/staff/DeliveryTray.tsx').then((module) => module.DeliveryTray))
const FriendAlerts = later(() => import('./features/friends/FriendAlerts.tsx').then((module) => module.FriendAlerts))

const SwitchedOffScreen = lazy(() =>
  import('./features/configuration/SwitchedOffScreen.tsx').then((module) => ({ default: module.SwitchedOffScreen })),
)

const lostScreen = screenOf(() => import('./shell/LostScreen.tsx').then((module) => module.LostScreen))
const EventsArea = later(() => import('./features/events/EventsArea.tsx').then((module) => module.EventsArea))
const ServerNotices = later(() =>
  import('./features/serverControl/ServerNotices.tsx').then((module) => module.ServerNotices),
)
const NextEvent = later(() => import('./features/events/NextEvent.tsx').then((module) => module.NextEvent))

/** The frame around every screen. */
export function App() {
  const { may } = useAtomValue(accessAtom)
  const hello = useAtomValue(helloAtom)
  const isDemo = hello?.demo ?? false
  const isFolded = useAtomValue(railFoldedAtom)
  const isNarrow = useIsNarrow()
  const [here] = useLocation()
  const off = useOff()
  const isOffKnown = useIsOffKnown()
  const isHidden = useCallback((path: string) => hiddenBy(path, off) !== null, [off])
  const open = useMemo(() => openPlaces(routes, { may, isDemo, isHidden }), [may, isDemo, isHidden])
  const fetched = useMemo(
    () => [...menuPanelCodes, paletteCode, eventsPanelCode, ...open.map(({ screen }) => screen)],
    [open],
  )
  const groups = useSteadyGroups(routes, railGroups(open, may), hello !== null && isOffKnown)
  return (
    <div className={styles.frame} data-rail={isFolded ? 'folded' : 'unfolded'}>
      <IslandTheme />
      <LinkAnnouncer />
      <SessionFollower />
      <SignedIn>
        <VisitReward />
        <RedemptionNotices />
        <MarketNotices />
        <FriendAlerts />
      </SignedIn>
      <FocusKeeper />
      <PageTitle pages={routes} />
      <a href="#page" className={styles.skip}>
        Skip to the page
      </a>
      <PageHead open={open} />
      {isNarrow ? <PhoneBar places={phonePlaces(open)} groups={groups} /> : <Rail groups={groups} />}
      <div id="page" className={styles.page} tabIndex={-1}>
        <SignedIn>
          <ViewAsBanner />
        </SignedIn>
        <WhenIdle>
          <ServerNotices />
        </WhenIdle>
        <HubNoticeBar />
        <MissingPartNotice />
        <AuthReturnNotice />
        <OnceSignedIn>
          <SessionEndedNotice />
        </OnceSignedIn>
        <SignedIn>
          <RoleNotice />
        </SignedIn>
        <FaultBoundary key={here}>
          <Switch>
            {routes.map(({ path, name, screen }) => (
              <Route key={path} path={path}>
                <PageOrOff path={path} title={name} off={off}>
                  <ScreenView key={path} title={name} screen={screen} />
                </PageOrOff>
              </Route>
            ))}
            <Route>
              <ScreenView title={lostTitle} screen={lostScreen} />
            </Route>
          </Switch>
        </FaultBoundary>
        <WhenIdle room={isHidden('/events') ? null : <EventsRoom />}>
          <EventsArea />
        </WhenIdle>
      </div>
      <PlayerDrawer />
      {may.includes('viewPendingCommands') ? <OpenCommands /> : null}
      <ScreenPrefetch screens={fetched} />
    </div>
  )
}

/** The head of every page, with what it has for this user. */
function PageHead({ open }: { readonly open: ReturnType<typeof openPlaces> }) {
  const { principal, may } = useAtomValue(accessAtom)
  const [wasIn] = useState(wasSignedIn)
  const room = useAtomValue(helloAtom) === null && wasIn ? <span /> : null
  return (
    <TopBar
      event={
        <WhenIdle>
          <NextEvent />
        </WhenIdle>
      }
      search={<PaletteButton pages={open} />}
      balances={
        principal ? (
          <Suspense fallback={<span />}>
            <TopBalances account={principal.id} />
          </Suspense>
        ) : (
          room
        )
      }
      bell={
        principal ? (
          <Suspense>
            <Bell />
          </Suspense>
        ) : (
          room
        )
      }
      account={<AccountBlock places={accountPlaces(open, may)} />}
    />
  )
}

/** Parts of the frame for users who are signed in. Their code comes after the first page: until then there is nothing. */
const SignedIn = ({ children }: { readonly children: ReactNode }) =>
  useAtomValue(accessAtom).principal ? <Suspense>{children}</Suspense> : null

/** For users who are signed in, and also afterwards. */
function OnceSignedIn({ children }: { readonly children: ReactNode }) {
  const { principal } = useAtomValue(accessAtom)
  const [wasIn, setIn] = useState(principal !== null)
  if (principal && !wasIn) setIn(true)
  return wasIn ? <Suspense>{children}</Suspense> : null
}

const OpenCommands = () => (
  <Suspense>
    <DeliveryTray pages={routes} />
  </Suspense>
)

interface PageOrOffProps {
  readonly path: string
  readonly title: string
  readonly off: ReturnType<typeof useOff>
  readonly children: ReactNode
}

/** A page, or that an owner has switched it off: also while it is open. */
function PageOrOff({ path, title, off, children }: PageOrOffProps) {
  const name = hiddenBy(path, off)
  if (name === null) return children
  return (
    <Suspense fallback={<main aria-busy="true" />}>
      <SwitchedOffScreen title={title} name={name} />
    </Suspense>
  )
}
