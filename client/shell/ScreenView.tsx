import { atom, useAtom, useAtomValue } from 'jotai'
import { type ComponentType, type ReactNode, Suspense, useEffect, useState } from 'react'
import { connectionAtom } from '../connection/connectionState.ts'
import { OfflineState } from '../ui/ErrorState.tsx'
import { ClosedPage } from '../ui/templates/PageFrame.tsx'
import { takesFocus } from './FocusKeeper.tsx'
import { type FetchedCode, prefetchScreens, type ScreenCode } from './screenCode.ts'

/** Whether the first screen of this page has been shown: only then others are fetched. */
const hasShownAtom = atom(false)

/** Marks when the first screen was shown: code that is fetched later does not delay it. */
const firstShownMark = 'waterhole.firstShown'

interface ScreenViewProps {
  /** The title of the page, for screen readers until the screen shows its own. */
  readonly title: string
  readonly screen: ScreenCode
}

/** A screen, whose code is fetched first if need be. While it can't be fetched, the page says so and tries again. */
export function ScreenView({ title, screen }: ScreenViewProps) {
  const { component: Screen, isUnreachable } = useScreen(screen)
  const [hasShown, setShown] = useAtom(hasShownAtom)
  const [wasFirst] = useState(!hasShown)
  const [isReturn] = useState(isGoingBack)
  useEffect(() => {
    if (!Screen) return
    setShown(true)
    if (wasFirst) performance.mark(firstShownMark)
    if (!wasFirst) arrive(isReturn)
  }, [Screen, wasFirst, isReturn, setShown])
  if (Screen) return <Screen />
  return isUnreachable ? (
    <ClosedPage title={title}>
      <OfflineState />
    </ClosedPage>
  ) : (
    <main aria-busy="true" />
  )
}

/** True while the browser's Back and Forward change the address: it then restores how far the page was scrolled. */
let isBack = false
addEventListener('popstate', () => {
  isBack = true
  setTimeout(() => {
    isBack = false
  })
})
const isGoingBack = () => isBack

/** Another page begins at its top, and keyboards and screen readers at its title. */
function arrive(isReturn: boolean) {
  if (!isReturn) scrollTo(0, 0)
  const { activeElement } = document
  if (activeElement?.closest('main, dialog')) return
  for (const place of ['main h1', 'main']) if (takesFocus(document.querySelector<HTMLElement>(place))) return
}

/**
 * While the hub is away the code is fetched only once the hub answers over HTTP: a browser keeps the failure of a module for as long as the
 * page is open. Where one failed all the same, only a reload at this address helps.
 */
function useScreen(screen: ScreenCode) {
  const { name } = useAtomValue(connectionAtom)
  const isAway = name === 'reconnecting' || name === 'stale'
  const [component, setComponent] = useState<ComponentType | null>(() => screen.loaded())
  const [hasFailed, setFailed] = useState(false)
  const [fault, setFault] = useState<Error | null>(null)
  useEffect(() => {
    if (component || hasFailed) return
    let isOpen = true
    const load = () =>
      void screen.load().then(
        (loaded) => isOpen && setComponent(() => loaded),
        () => isOpen && setFailed(true),
      )
    const stop = isAway ? whenReachable(load) : load()
    return () => {
      isOpen = false
      stop?.()
    }
  }, [screen, component, isAway, hasFailed])
  useEffect(() => {
    if (!hasFailed) return
    return whenReachable(() => (mayReload() ? location.reload() : setFault(new Error("This page can't be loaded."))))
  }, [hasFailed])
  if (fault) throw fault
  return { component, isUnreachable: isAway || hasFailed }
}

const retryMs = 2_000

/** Calls `act` once the hub answers at this address. Returns the function that stops this. */
function whenReachable(act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const attempt = async () => {
    const answer = await fetch(location.href, { cache: 'no-store' }).catch(() => null)
    if (timer === undefined) return
    if (answer?.ok) act()
    else timer = setTimeout(attempt, retryMs)
  }
  timer = setTimeout(attempt, 0)
  return () => {
    clearTimeout(timer)
    timer = undefined
  }
}

const reloadKey = 'waterhole.reloadedAt'
/** A page that fails again this soon after its reload has a fault that a reload does not mend. */
const reloadAgainAfterMs = 30_000

/** Whether this page was not reloaded just now; notes the reload. Without storage the page could reload in a loop. */
function mayReload(): boolean {
  try {
    const now = Date.now()
    if (Math.abs(now - Number(sessionStorage.getItem(reloadKey))) < reloadAgainAfterMs) return false
    sessionStorage.setItem(reloadKey, String(now))
    return true
  } catch {
    return false
  }
}

interface WhenIdleProps {
  /** What is in the part's place until it comes, so that nothing moves then. */
  readonly room?: ReactNode
  readonly children: ReactNode
}

/** A lazy part of every page, whose code is fetched when the first screen is shown and the browser has nothing better to do. */
export function WhenIdle({ room = null, children }: WhenIdleProps) {
  const isShown = useAtomValue(hasShownAtom)
  const isLive = useAtomValue(connectionAtom).name === 'live'
  const [isWanted, setWanted] = useState(false)
  useEffect(() => {
    if (isShown && isLive) whenIdle(() => setWanted(true))
  }, [isShown, isLive])
  return isWanted ? <Suspense fallback={room}>{children}</Suspense> : room
}

/**
 * Fetches the other screens once the first is shown, and what reports the speed of the page: not while the hub is away, and not for users who
 * save data.
 */
export function ScreenPrefetch({ screens }: { readonly screens: readonly FetchedCode[] }) {
  const isShown = useAtomValue(hasShownAtom)
  const isLive = useAtomValue(connectionAtom).name === 'live'
  const isWanted = isShown && isLive && !savesData()
  useEffect(() => {
    if (!isWanted) return
    let isOpen = true
    void prefetchScreens(screens, { isOpen: () => isOpen, whenIdle })
    whenIdle(() => void import('../connection/reportWebVitals.ts').catch(() => {}))
    return () => {
      isOpen = false
    }
  }, [isWanted, screens])
  return null
}

const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true

const whenIdle = (act: () => void) =>
  'requestIdleCallback' in window ? requestIdleCallback(act, { timeout: 5_000 }) : setTimeout(act, 200)
