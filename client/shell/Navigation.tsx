import { useLayoutEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { Disclosure } from '../ui/Disclosure.tsx'
import { Stroke } from '../ui/Stroke.tsx'
import styles from './Navigation.module.css'

export interface Destination {
  readonly path: string
  readonly name: string
}

interface NavigationProps {
  readonly destinations: readonly Destination[]
  /** All that have a name, for the one where one is. */
  readonly pages: readonly Destination[]
}

/** Where one can go: side by side, or folded away under the name of the page where there is no room for all. */
export function Navigation({ destinations, pages }: NavigationProps) {
  const [here] = useLocation()
  const { place, isFolded } = useFolded()
  const links = (onGo?: () => void) =>
    destinations.map(({ path, name }) => (
      <li key={path}>
        <Link
          href={path}
          className={styles.link}
          aria-current={here === path ? 'page' : undefined}
          {...(onGo ? { onClick: onGo } : {})}
        >
          {name}
        </Link>
      </li>
    ))
  return (
    <nav ref={place} className={styles.nav} aria-label="Main" data-folded={isFolded || undefined}>
      {isFolded ? (
        <Disclosure
          from="start"
          title="Pages"
          face={<Face name={pages.find(({ path }) => path === here)?.name ?? 'Pages'} />}
        >
          {(close) => <ul className={styles.list}>{links(close)}</ul>}
        </Disclosure>
      ) : (
        <ul className={styles.row}>{links()}</ul>
      )}
    </nav>
  )
}

function Face({ name }: { readonly name: string }) {
  return (
    <span className={styles.face}>
      <span className="unseen">Pages: </span>
      {name}
      <Stroke size={16}>
        <path d="M5 8l5 5 5-5" />
      </Stroke>
    </span>
  )
}

/**
 * Whether the row inside a place has no room in it. What the row needs is measured while it is shown, and kept while it
 * is folded: give the part that asks another key when other things stand in the row.
 */
function useFolded() {
  const place = useRef<HTMLElement>(null)
  const [isFolded, fold] = useState(false)

  useLayoutEffect(() => {
    let neededPx = 0
    let isOpen = true
    const look = () => {
      if (!place.current || !isOpen) return
      const row = place.current.firstElementChild
      if (row?.tagName === 'UL') neededPx = row.scrollWidth
      fold(neededPx > place.current.clientWidth)
    }
    look()
    const watcher = new ResizeObserver(look)
    if (place.current) watcher.observe(place.current)
    // Until its face has come the row is set in another one.
    void document.fonts.ready.then(look)
    return () => {
      isOpen = false
      watcher.disconnect()
    }
  }, [])
  return { place, isFolded }
}
