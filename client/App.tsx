import { useAtomValue } from 'jotai'
import { Suspense } from 'react'
import { Redirect, Route, Switch } from 'wouter'
import { helloAtom, meAtom } from './connection/meAtom.ts'
import { IslandMood } from './features/server/IslandMood.tsx'
import { LinkAnnouncer } from './features/server/LinkAnnouncer.tsx'
import { AccountBlock } from './features/session/AccountBlock.tsx'
import { firstPath, routes } from './routes.tsx'
import { DemoSign } from './shell/DemoSign.tsx'
import { FaultBoundary } from './shell/FaultBoundary.tsx'
import { LostScreen } from './shell/LostScreen.tsx'
import { PageTitle } from './shell/PageTitle.tsx'
import { TopBar } from './shell/TopBar.tsx'

/** The frame around every screen. */
export function App() {
  const { may } = useAtomValue(meAtom)
  const isDemo = useAtomValue(helloAtom)?.demo ?? false
  const destinations = routes.filter(
    ({ needs, demoOnly = false }) => (needs === undefined || may.includes(needs)) && (isDemo || !demoOnly),
  )
  return (
    <>
      <IslandMood />
      <LinkAnnouncer />
      <PageTitle pages={routes} />
      <DemoSign />
      <TopBar destinations={destinations} account={<AccountBlock />} />
      <FaultBoundary>
        <Suspense fallback={<main aria-busy="true" />}>
          <Switch>
            <Route path="/">
              <Redirect to={`${firstPath}${location.search}`} replace />
            </Route>
            {routes.map(({ path, screen }) => (
              <Route key={path} path={path} component={screen} />
            ))}
            <Route component={LostScreen} />
          </Switch>
        </Suspense>
      </FaultBoundary>
    </>
  )
}
