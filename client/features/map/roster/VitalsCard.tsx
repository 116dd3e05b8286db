import { useAtom, useSetAtom } from 'jotai'
import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import type { Roster, RosterEntry } from '../../../../shared/features/roster/roster.ts'
import type { Point } from '../../../../shared/features/world/frame.ts'
import { whereaboutsLabel } from '../../../../shared/features/world/placeInWords.ts'
import { speciesName } from '../../../../shared/features/world/species.ts'
import type { MarkerLayer } from '../../../map/markerLayer.ts'
import { areOverlapping, boxAround, type LabelBox } from '../../../map/placeLabels.ts'
import { chosenAtom } from '../../../map/selection.ts'
import type { View } from '../../../map/view.ts'
import { centredOn, draggedBy, toScreen } from '../../../map/viewport.ts'
import { sheetHeightAtom } from '../../../ui/BottomSheet.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Stroke } from '../../../ui/Stroke.tsx'
import { SpeciesArt } from '../../../ui/speciesArt/SpeciesArt.tsx'
import { Vitals } from '../../../ui/Vital.tsx'
import { openPlayerAtom } from '../../players/openPlayer.ts'
import styles from './VitalsCard.module.css'

/** The DOM id of the card of the chosen dinosaur. */
export const cardId = 'chosen-dinosaur'

interface VitalsCardProps {
  readonly players: Roster['players']
  readonly markerLayer: MarkerLayer
  readonly view: View
  /** The age of the reading. */
  readonly age: ReactNode
  /** Whether the card leads to the player's drawer: not in a replay, where it shows the past. */
  readonly withDetails?: boolean
}

/** The vitals of the chosen dinosaur. */
export function VitalsCard({ players, ...rest }: VitalsCardProps) {
  const [chosen, choose] = useAtom(chosenAtom)
  const entry = chosen?.kind === 'animal' ? players[chosen.id] : undefined
  const restoreFocus = useRestoreFocus(entry?.id)
  const setSheetHeight = useSetAtom(sheetHeightAtom)
  // On a phone the list covers the map: it is lowered so that the chosen animal is visible.
  useEffect(() => {
    if (chosen?.by === 'list') setSheetHeight('low')
  }, [chosen, setSheetHeight])
  if (!entry?.animal) return null
  const close = () => {
    if (rest.view.followed() === entry.id) rest.view.follow(null)
    choose(null)
    restoreFocus()
  }
  return <Card key={entry.id} entry={entry} animal={entry.animal} {...rest} onClose={close} />
}

/** Returns a function that restores the focus to where it was when the animal was chosen. */
function useRestoreFocus(id: string | undefined) {
  const before = useRef<Element | null>(null)
  useEffect(() => {
    if (id !== undefined) before.current = document.activeElement
  }, [id])
  return () => {
    if (before.current instanceof HTMLElement && before.current.isConnected) before.current.focus()
  }
}

interface CardProps extends Omit<VitalsCardProps, 'players'> {
  readonly entry: RosterEntry
  readonly animal: NonNullable<RosterEntry['animal']>
  readonly onClose: () => void
}

const titleId = `${cardId}-name`

function Card({ entry, animal, markerLayer, view, age, withDetails = false, onClose }: CardProps) {
  const card = useUncovered(entry.id, markerLayer, view)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    onClose()
  }
  return (
    <section
      ref={card}
      id={cardId}
      className={styles.card}
      aria-labelledby={titleId}
      tabIndex={-1}
      data-dead={animal.dead || undefined}
      data-docked
      data-keep-clear
      onKeyDown={onKeyDown}
    >
      <header className={styles.head}>
        <h2 id={titleId} className={styles.name}>
          {entry.name || entry.id}
        </h2>
        <button type="button" className={styles.close} aria-label="Close" onClick={onClose}>
          <Stroke size={16}>
            <path d="M4 4l12 12M16 4 4 16" />
          </Stroke>
        </button>
        <div className={styles.portrait}>
          <SpeciesArt species={animal.species} view={animal.growth < 50 ? 'young' : 'side'} size={72} />
        </div>
        <p className={styles.kind}>
          {speciesName(animal.species)}
          {animal.gender ? `, ${animal.gender.toLowerCase()}` : ''}
          {animal.dead ? <strong className={styles.dead}>dead</strong> : null}
        </p>
      </header>
      <div className={styles.vitals}>
        <Vitals animal={animal} layout="rows" />
      </div>
      <dl className={styles.facts}>
        <div>
          <dt>Place</dt>
          <dd>{whereaboutsLabel(animal)}</dd>
        </div>
        <AnimalPlace id={entry.id} markerLayer={markerLayer} />
      </dl>
      <footer className={styles.foot}>
        <Follow id={entry.id} markerLayer={markerLayer} view={view} />
        {withDetails ? <Details id={entry.id} /> : null}
        <p className={styles.age}>{age}</p>
      </footer>
    </section>
  )
}

/** Room between the card and its animal, px. */
const besidePx = 48

/** Moves the map if the card has opened over its animal: to the right of the card, or on a phone above it. */
function useUncovered(id: string, markerLayer: MarkerLayer, view: View) {
  const card = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const { current } = card
    const marker = markerLayer.find(id)
    const place = marker && markerLayer.at(marker, markerLayer.now())
    if (!current || !place || view.followed() !== null) return
    const { offsetLeft: x, offsetTop: y, offsetWidth: width, offsetHeight: height } = current
    const by = uncoveringMove(toScreen(view.target(), place), { x, y, width, height }, view.get().width)
    if (by) view.glideTo(draggedBy(view.target(), by.x, by.y))
  }, [id, markerLayer, view])
  return card
}

/**
 * How far the map moves, px, so that a place lies clear of a card: to the right where the view has room beside the card, otherwise up.
 * Null where the card does not cover it.
 */
export function uncoveringMove({ x, y }: Point, card: LabelBox, width: number): Point | null {
  if (!areOverlapping(boxAround({ x, y }, besidePx / 2), card)) return null
  const right = card.x + card.width + besidePx
  return right + besidePx <= width ? { x: right - x, y: 0 } : { x: 0, y: card.y - besidePx - y }
}

const placeLabel = (markerLayer: MarkerLayer, id: string) => {
  const marker = markerLayer.find(id)
  const place = marker && markerLayer.at(marker, Number.POSITIVE_INFINITY)
  return place ? `${Math.round(place.x)}, ${Math.round(place.y)}` : null
}

/** The last read place, in map units. */
function AnimalPlace({ id, markerLayer }: { readonly id: string; readonly markerLayer: MarkerLayer }) {
  const label = useSyncExternalStore(markerLayer.subscribe, () => placeLabel(markerLayer, id))
  return (
    <div>
      <dt>Position</dt>
      <dd data-testid="card-place">{label ?? 'not on the map'}</dd>
    </div>
  )
}

/** Buttons to follow the animal or to show it once. */
function Follow({
  id,
  markerLayer,
  view,
}: {
  readonly id: string
  readonly markerLayer: MarkerLayer
  readonly view: View
}) {
  const followed = useSyncExternalStore(view.subscribe, view.followed) === id
  const show = () => {
    const marker = markerLayer.find(id)
    const place = marker && markerLayer.at(marker, markerLayer.now())
    if (place) view.glideTo(centredOn(view.target(), place))
  }
  return (
    <div className={styles.actions}>
      <Button aria-pressed={followed} onClick={() => view.follow(followed ? null : id)}>
        {followed ? 'Following' : 'Follow'}
      </Button>
      <Button tone="quiet" onClick={show}>
        Show
      </Button>
    </div>
  )
}

/** Opens the player's drawer. */
function Details({ id }: { readonly id: string }) {
  const open = useSetAtom(openPlayerAtom)
  return (
    <Button tone="quiet" onClick={() => open(id)}>
      Details
    </Button>
  )
}
