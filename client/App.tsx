import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { Route, Switch, useLocation } from 'wouter'
import type { Permission } from '../shared/engine/permissions.ts'
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
import { ScreenPrefetch, ScreenView } from './shell/ScreenView.tsx'
import { DemoSign, HubNoticeBar, PageTitle, TopBar } from './shell/TopBar.tsx'

/** The frame around every screen. */
export function App() {
  const { may } = useAtomValue(accessAtom)
  const isDemo = useAtomValue(helloAtom)?.demo ?? false
  const [here] = useLocation()
  const open = useMemo(() => openRoutes(may, isDemo), [may, isDemo])
  const screens = useMemo(() => open.map(({ screen }) => screen), [open])
  const destinations = open.filter(({ group }) => group !== null)
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
      <FaultBoundary key={here}>
        <Switch>
          {routes.map(({ path, screen }) => (
            <Route key={path} path={path}>
              <ScreenView key={path} screen={screen} />
            </Route>
          ))}
          <Route component={LostScreen} />
        </Switch>
      </FaultBoundary>
      <ScreenPrefetch screens={screens} />
      <PlayerDrawer />
      <DeliveryTray pages={routes} />
    </>
  )
}

/** The pages that are offered. */
const openRoutes = (may: readonly Permission[], isDemo: boolean) =>
  routes.filter(({ needs, demoOnly = false }) => (needs === undefined || may.includes(needs)) && (isDemo || !demoOnly))
