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
  /** All named pages, for the name of the present one. */
  readonly pages: readonly Destination[]
}

/** Links to the destinations: side by side, or folded into a menu under the name of the page where there is no room. */
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
          align="start"
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
 * Whether the row inside an element is too wide for it. The needed width is measured while the row is shown and kept while it is
 * folded: the component needs another key when its row changes.
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
    // Until the font has loaded, the row has another width.
    void document.fonts.ready.then(look)
    return () => {
      isOpen = false
      watcher.disconnect()
    }
  }, [])
  return { place, isFolded }
}
