import { useAtomValue } from 'jotai'
import { Suspense } from 'react'
import { Route, Switch } from 'wouter'
import { helloAtom, meAtom } from './connection/meAtom.ts'
import { AuthReturnNotice } from './features/auth/AuthReturnNotice.tsx'
import { DeliveryDock } from './features/deliveries/DeliveryDock.tsx'
import { PaletteDoor } from './features/palette/PaletteDoor.tsx'
import { ViewAsBanner } from './features/roles/ViewAsBanner.tsx'
import { IslandMood } from './features/server/IslandMood.tsx'
import { LinkAnnouncer } from './features/server/LinkAnnouncer.tsx'
import { AccountBlock } from './features/session/AccountBlock.tsx'
import { EndedNotice } from './features/session/EndedNotice.tsx'
import { SessionFollower } from './features/session/SessionFollower.tsx'
import { routes } from './routes.tsx'
import { DemoSign } from './shell/DemoSign.tsx'
import { FaultBoundary } from './shell/FaultBoundary.tsx'
import { FocusKeeper } from './shell/FocusKeeper.tsx'
import { LostScreen } from './shell/LostScreen.tsx'
import { PageTitle } from './shell/PageTitle.tsx'
import { TopBar } from './shell/TopBar.tsx'

/** The frame around every screen. */
export function App() {
  const { may } = useAtomValue(meAtom)
  const isDemo = useAtomValue(helloAtom)?.demo ?? false
  const open = routes.filter(
    ({ needs, demoOnly = false }) => (needs === undefined || may.includes(needs)) && (isDemo || !demoOnly),
  )
  const destinations = open.filter(({ unlisted = false }) => !unlisted)
  return (
    <>
      <IslandMood />
      <LinkAnnouncer />
      <SessionFollower />
      <FocusKeeper />
      <PageTitle pages={routes} />
      <DemoSign />
      <ViewAsBanner />
      <TopBar
        destinations={destinations}
        pages={routes}
        tools={<PaletteDoor pages={open} />}
        account={<AccountBlock />}
      />
      <AuthReturnNotice />
      <EndedNotice />
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
      <DeliveryDock pages={routes} />
    </>
  )
}
