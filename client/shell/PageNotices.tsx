import { useAtom, useAtomValue } from 'jotai'
import { useEffect, useSyncExternalStore } from 'react'
import { useLocation } from 'wouter'
import { type HubNotice, helloAtom, noticeAtom } from '../connection/connectionState.ts'
import { Button } from '../ui/Button.tsx'
import { NoticeBar } from '../ui/Problem.tsx'
import { missingParts } from './screenCode.ts'

/** Of an address without a screen. */
export const lostTitle = 'Page not found'

interface PageTitleProps {
  readonly pages: readonly { readonly path: string; readonly name: string }[]
}

/** Sets the title of the browser window to page and community. */
export function PageTitle({ pages }: PageTitleProps) {
  const [here] = useLocation()
  const community = useAtomValue(helloAtom)?.community ?? 'Waterhole'
  const page = pages.find(({ path }) => path === here)?.name ?? lostTitle
  useEffect(() => {
    document.title = `${page} · ${community}`
  }, [page, community])
  return null
}

/** What the hub says about this user's own requests, until it is dismissed or no longer true. */
export function HubNoticeBar() {
  const [notice, setNotice] = useAtom(noticeAtom)
  if (notice === null || !isAboutRequests(notice)) return null
  return (
    <NoticeBar role="status" onDismiss={() => setNotice(null)}>
      <p>{notice.message}</p>
    </NoticeBar>
  )
}

/** Says that the page lacks a part, such as the bell or the tray of open commands. */
export function MissingPartNotice() {
  if (!useSyncExternalStore(missingParts.subscribe, missingParts.get)) return null
  return (
    <NoticeBar role="status" onDismiss={() => missingParts.note(false)}>
      <p>Part of this page did not load.</p>
      <Button onClick={() => location.reload()}>Reload</Button>
    </NoticeBar>
  )
}

const isAboutRequests = ({ code }: HubNotice) => ['refused', 'tooFast', 'tooLarge', 'malformed'].includes(code)
