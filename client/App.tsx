import { useAtomValue } from 'jotai'
import { Suspense } from 'react'
import { Route, Switch } from 'wouter'
import { accessAtom, helloAtom } from './connection/connectionState.ts'
import { AccountBlock } from './features/account/AccountBlock.tsx'
import { AuthReturnNotice } from './features/account/AuthReturnNotice.tsx'
import { SessionEndedNotice, SessionFollower } from './features/account/SessionWatch.tsx'
import { PlayerDrawer } from './features/players/PlayerDrawer.tsx'
import { ViewAsBanner } from './features/roles/ViewAs.tsx'
import { IslandTheme } from './features/server/GameClock.tsx'
import { LinkAnnouncer } from './features/server/LinkStatus.tsx'
import { DeliveryTray } from './features/staff/DeliveryTray.tsx'
import { PaletteButton } from './features/staff/PaletteButton.tsx'
import { routes } from './routes.tsx'
import { FocusKeeper } from './shell/FocusKeeper.tsx'
import { FaultBoundary, LostScreen } from './shell/LostScreen.tsx'
import { DemoSign, HubNoticeBar, PageTitle, TopBar } from './shell/TopBar.tsx'

/** The frame around every screen. */
export function App() {
  const { may } = useAtomValue(accessAtom)
  const isDemo = useAtomValue(helloAtom)?.demo ?? false
  const open = routes.filter(
    ({ needs, demoOnly = false }) => (needs === undefined || may.includes(needs)) && (isDemo || !demoOnly),
  )
  const destinations = open.filter(({ unlisted = false }) => !unlisted)
  return (
    <>
      <IslandTheme />
      <LinkAnnouncer />
      <SessionFollower />
      <FocusKeeper />
      <PageTitle pages={routes} />
      <DemoSign />
      <ViewAsBanner />
      <TopBar
        destinations={destinations}
        pages={routes}
        tools={<PaletteButton pages={open} />}
        account={<AccountBlock />}
      />
      <HubNoticeBar />
      <AuthReturnNotice />
      <SessionEndedNotice />
      <FaultBoundary>
        <Suspense fallback={<main aria-busy="true" />}>
          <Switch>
            {routes.map(({ path, screen }) => (
              <Route key={path} path={path} component={screen} />
            ))}
            <Route component={LostScreen} />
          </Switch>
        </Suspense>
      </FaultBoundary>
      <PlayerDrawer />
      <DeliveryTray pages={routes} />
    </>
  )
}
