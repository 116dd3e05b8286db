import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import type { AppRoute } from '../routes.tsx'
import { Drawer } from '../ui/Drawer.tsx'
import { Stroke } from '../ui/Stroke.tsx'
import styles from './PhoneBar.module.css'
import { placeIcons } from './placeIcons.ts'
import type { railGroups } from './places.ts'
import { RailGroups } from './Rail.tsx'

interface PhoneBarProps {
  /** Those that are used most, with their short names. */
  readonly places: readonly AppRoute[]
  readonly groups: ReturnType<typeof railGroups>
}

/** On a telephone, at the lower edge: the places used most, and all of them under "More". */
export function PhoneBar({ places, groups }: PhoneBarProps) {
  const [here] = useLocation()
  const [isOpen, setOpen] = useState(false)
  const isElsewhere = places.every(({ path }) => path !== here)
  return (
    <nav className={styles.bar} aria-label="Main">
      {places.map(({ path, phoneName, icon }) => (
        <Link key={path} href={path} className={styles.place} aria-current={here === path ? 'page' : undefined}>
          <Stroke>
            <path d={placeIcons[icon]} />
          </Stroke>
          {phoneName}
        </Link>
      ))}
      <button
        type="button"
        className={styles.place}
        aria-haspopup="dialog"
        data-current={isElsewhere || undefined}
        onClick={() => setOpen(true)}
      >
        <Stroke>
          <path d="M3 5.5h14M3 10h14M3 14.5h14" />
        </Stroke>
        More
      </button>
      {isOpen ? (
        <Drawer title="More" onClose={() => setOpen(false)}>
          <RailGroups groups={groups} onGo={() => setOpen(false)} />
        </Drawer>
      ) : null}
    </nav>
  )
}
