import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { helloAtom } from '../connection/meAtom.ts'
import type { Destination } from './Navigation.tsx'

/** Names the page in the browser's own list of windows: what it shows, and whose house it is. */
export function PageTitle({ pages }: { readonly pages: readonly Destination[] }) {
  const [here] = useLocation()
  const community = useAtomValue(helloAtom)?.community ?? 'Waterhole'
  const page = pages.find(({ path }) => path === here)?.name ?? 'Off the map'
  useEffect(() => {
    document.title = `${page} · ${community}`
  }, [page, community])
  return null
}
