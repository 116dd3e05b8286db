import { atom, useAtom } from 'jotai'
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'wouter'
import type { AppRoute } from '../routes.tsx'
import { Stroke } from '../ui/Stroke.tsx'
import { Tooltip } from '../ui/Tooltip.tsx'
import { formerPaths, keepPaths } from './formerPlaces.ts'
import { placeIcons } from './placeIcons.ts'
import { formerGroups, type railGroups } from './places.ts'
import styles from './Rail.module.css'

type Groups = ReturnType<typeof railGroups>

interface RailProps {
  readonly groups: Groups
}

/** The places of the site in their groups, at the left of every page. It folds to its drawings. */
export function Rail({ groups }: RailProps) {
  const [isFolded, fold] = useAtom(railFoldedAtom)
  const label = isFolded ? 'Expand' : 'Collapse'
  return (
    <nav className={styles.rail} aria-label="Main" data-folded={isFolded || undefined}>
      <RailGroups groups={groups} isFolded={isFolded} />
      <WithTooltip text={`${label} the menu`} isShown={isFolded}>
        <button
          type="button"
          className={styles.link}
          aria-expanded={!isFolded}
          aria-label={`${label} the menu`}
          onClick={() => fold(!isFolded)}
        >
          <Stroke>
            <path d={isFolded ? 'm8 5 5 5-5 5M3.5 4v12' : 'm12 5-5 5 5 5M16.5 4v12'} />
          </Stroke>
          {isFolded ? null : <span>{label}</span>}
        </button>
      </WithTooltip>
    </nav>
  )
}

interface RailGroupsProps extends RailProps {
  readonly isFolded?: boolean
  /** Called when a link is followed. */
  readonly onGo?: () => void
}

/** The links in their groups. Arrow keys move between them, as Tab does. */
export function RailGroups({ groups, isFolded = false, onGo }: RailGroupsProps) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only receives bubbled keys of its links
    <div className={styles.groups} onKeyDown={moveFocus}>
      {groups.map(({ group, name, places }) => (
        <div key={group} className={styles.group}>
          <h2 className={isFolded ? 'unseen' : styles.groupName}>{name}</h2>
          <ul aria-label={name}>
            {places.map((place) => (
              <li key={place.path}>
                <PlaceLink place={place} isFolded={isFolded} onGo={onGo} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  )
}

interface PlaceLinkProps {
  readonly place: AppRoute
  readonly isFolded: boolean
  readonly onGo: (() => void) | undefined
}

function PlaceLink({ place: { path, name, icon }, isFolded, onGo }: PlaceLinkProps) {
  const [here] = useLocation()
  const isHere = here === path
  const link = useRef<HTMLAnchorElement>(null)
  // Staff have more places than the rail has room for.
  useEffect(() => {
    if (isHere && link.current) bringIntoSight(link.current)
  }, [isHere])
  return (
    <WithTooltip text={name} isShown={isFolded}>
      <Link
        ref={link}
        href={path}
        className={styles.link}
        aria-current={isHere ? 'page' : undefined}
        onClick={() => onGo?.()}
      >
        <Stroke>
          <path d={placeIcons[icon]} />
        </Stroke>
        <span className={isFolded ? 'unseen' : styles.linkName}>{name}</span>
      </Link>
    </WithTooltip>
  )
}

/** The height of a link, and how much of its neighbours is shown. */
const linkPx = 40
const neighbourPx = 24

/**
 * Scrolls the rail, or the menu on a phone, until the link and some of its neighbours can be seen. `scrollIntoView` also scrolls the page,
 * and in Chromium 150, not in 156, it moves the place from which Tab goes on, past all that comes before.
 */
function bringIntoSight(link: HTMLElement) {
  const holder = link.closest<HTMLElement>('nav > div, dialog > div > div')
  if (!holder) return
  const top = link.offsetTop - holder.offsetTop
  holder.scrollTop = Math.max(
    top + linkPx + neighbourPx - holder.clientHeight,
    Math.min(top - neighbourPx, holder.scrollTop),
  )
}

interface WithTooltipProps {
  readonly text: string
  readonly isShown: boolean
  readonly children: React.ReactNode
}

const WithTooltip = ({ text, isShown, children }: WithTooltipProps) =>
  isShown ? (
    <Tooltip text={text} side="end">
      {children}
    </Tooltip>
  ) : (
    children
  )

/** Moves the focus among the links: up, down, to the first and to the last. */
function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('a')]
  const at = links.indexOf(document.activeElement as HTMLElement)
  const next = {
    ArrowDown: links[at + 1],
    ArrowUp: links[at - 1],
    Home: links[0],
    End: links.at(-1),
  }[event.key]
  if (at < 0 || !next) return
  event.preventDefault()
  next.focus()
}

/**
 * The groups of the rail; until they are known, those that the browser showed last, so that places do not move while the page connects.
 * @param isKnown whether the hub has said who the user is, and what is switched off
 */
export function useSteadyGroups(routes: readonly AppRoute[], groups: Groups, isKnown: boolean): Groups {
  const [former, setFormer] = useState<Groups | null>(() => formerGroups(routes, formerPaths()))
  const shown = !isKnown && former?.length ? former : groups
  const paths = shown.flatMap(({ places }) => places.map(({ path }) => path)).join(' ')
  useEffect(() => {
    if (isKnown) setFormer(null)
  }, [isKnown])
  // Before the browser paints: a user who logs out and reloads at once is not shown the places of their role again.
  useLayoutEffect(() => keepPaths(paths), [paths])
  return shown
}

const storageKey = 'waterhole.rail'
/** With less room, in px, the rail is folded unless the user unfolded it. */
const roomyPx = 1_200

const stored = (): 'folded' | 'unfolded' | null => {
  try {
    const value = localStorage.getItem(storageKey)
    return value === 'folded' || value === 'unfolded' ? value : null
  } catch {
    return null
  }
}

const choiceAtom = atom(stored())

/** Whether the rail is folded to its drawings. The browser remembers the choice. */
export const railFoldedAtom = atom(
  (get) => (get(choiceAtom) ?? (innerWidth < roomyPx ? 'folded' : 'unfolded')) === 'folded',
  (_get, set, isFolded: boolean) => {
    const choice = isFolded ? 'folded' : 'unfolded'
    set(choiceAtom, choice)
    try {
      localStorage.setItem(storageKey, choice)
    } catch {
      // The choice holds until the page is closed.
    }
  },
)
