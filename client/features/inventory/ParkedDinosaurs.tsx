import { useSetAtom } from 'jotai'
import { useEffect, useRef } from 'react'
import { mainServer } from '../../../shared/engine/ids.ts'
import { type DeliveryState, ownDeliveries } from '../../../shared/features/deliveries/delivery.ts'
import {
  inventory,
  juvenileGrowth,
  type OwnedDinosaur,
  ownActions,
} from '../../../shared/features/inventory/inventory.ts'
import type { Vitals } from '../../../shared/features/vitals/vitals.ts'
import { speciesName } from '../../../shared/features/world/species.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { ActionLink } from '../../ui/Button.tsx'
import { SpeciesArt } from '../../ui/speciesArt/SpeciesArt.tsx'
import { Ago } from '../../ui/Time.tsx'
import { showToastAtom } from '../../ui/Toast.tsx'
import { useSwitchedOff } from '../server/switchedOff.ts'
import styles from './ParkedDinosaurs.module.css'

interface ParkedDinosaursProps {
  readonly accountId: string
  /** The dinosaur that the user plays; null for none. */
  readonly animal: Vitals['animal']
}

/** The inventory has all of them. */
const mostShown = 3

/**
 * The user's dinosaurs outside of the game: those that are moving, with their way, and the latest. Hidden while there are none and none
 * can be parked.
 */
export function ParkedDinosaurs({ accountId, animal }: ParkedDinosaursProps) {
  const { value } = useDocument(inventory, accountId)
  const { value: can } = useDocument(ownActions, mainServer)
  const { value: deliveries } = useDocument(ownDeliveries, accountId)
  useParkedToasts(value?.dinosaurs)
  const all = Object.values(value?.dinosaurs ?? {})
  // One that was bought was never parked.
  const dinosaurs = all
    .filter(({ steamId, state }) => steamId !== null && state !== 'listed')
    .sort(
      (one, other) =>
        Number(one.state === 'stored') - Number(other.state === 'stored') ||
        (other.storedAt ?? 0) - (one.storedAt ?? 0),
    )
  if (all.length === 0 && !can?.canPark) return null
  return (
    <section className={styles.parked} aria-labelledby="parked-dinosaurs">
      <h2 id="parked-dinosaurs" className={styles.title}>
        Parked dinosaurs
      </h2>
      {dinosaurs.length === 0 ? (
        <p className={styles.soft}>None yet. Park your dinosaur to keep it here while you play another one.</p>
      ) : (
        <ul className={styles.list}>
          {dinosaurs.slice(0, mostShown).map((one) => (
            <ParkedDinosaur
              key={one.id}
              one={one}
              delivery={(one.delivery !== null && deliveries?.entries[one.delivery]?.state) || null}
              stand={can?.canRedeem ? whatToPlay(one, animal) : null}
            />
          ))}
        </ul>
      )}
      {all.length === 0 ? null : (
        <p>
          <ActionLink href="/inventory">
            {all.length === 1 ? 'Open your inventory' : `All ${all.length} in your inventory`}
          </ActionLink>
        </p>
      )}
    </section>
  )
}

/** Tells the user when the game has taken a dinosaur, or has not: the reading alone shows the former as dead. */
function useParkedToasts(dinosaurs: Readonly<Record<string, OwnedDinosaur>> | undefined) {
  const showToast = useSetAtom(showToastAtom)
  const known = useRef(dinosaurs)
  useEffect(() => {
    const before = Object.values(known.current ?? {})
    known.current = dinosaurs
    if (!dinosaurs) return
    for (const { id, species, state } of before) {
      if (state !== 'parking') continue
      const now = dinosaurs[id]?.state
      if (now === 'stored') showToast(`Your ${speciesName(species)} is parked.`)
      if (now === undefined) showToast(`Your ${speciesName(species)} wasn't parked. It's still in the game.`)
    }
  }, [dinosaurs, showToast])
}

interface ParkedDinosaurProps {
  readonly one: OwnedDinosaur
  readonly delivery: DeliveryState | null
  /** What the user has to play before it can be redeemed; null if nothing is left, or staff do it by hand. */
  readonly stand: string | null
}

function ParkedDinosaur({ one, delivery, stand }: ParkedDinosaurProps) {
  const { species, growth, storedAt } = one
  const isOff = useSwitchedOff('redeem')
  return (
    <li className={styles.dinosaur}>
      <SpeciesArt species={species} view={growth !== null && growth < 50 ? 'young' : 'side'} size={72} />
      <div>
        <p className={styles.name}>{speciesName(species)}</p>
        <p className={styles.soft}>
          {growth === null ? 'Never played' : `${growth}% grown`}
          {one.gender ? `, ${one.gender.toLowerCase()}` : ''}
          {storedAt === null ? null : (
            <>
              {' '}
              · parked <Ago at={storedAt} isInSentence />
            </>
          )}
        </p>
        {one.state === 'stored' ? (
          stand && <p className={styles.soft}>{stand}</p>
        ) : (
          <Steps one={one} delivery={delivery} />
        )}
      </div>
      {one.state === 'stored' && !isOff ? (
        <ActionLink href={`/redeem?dinosaur=${encodeURIComponent(one.id)}`}>
          Redeem<span className="unseen"> {one.name || speciesName(species)}</span>
        </ActionLink>
      ) : null}
    </li>
  )
}

/** The second one is checked when it is asked for, and again before it is sent. */
const steps = {
  parking: ['Requested', 'Alive in the game', 'Sent to the game', 'Seen to leave the game'],
  redeeming: ['Requested', 'Same species, juvenile', 'Sent to the game', 'Seen in the game'],
} as const
const reachedBy = (state: DeliveryState | null) => (state === null || state === 'queued' ? 2 : 3)

/** How far a dinosaur is on its way. */
function Steps({ one: { state, isUnsure }, delivery }: Pick<ParkedDinosaurProps, 'one' | 'delivery'>) {
  const reached = reachedBy(delivery)
  if (isUnsure)
    return (
      <p className={styles.unsure}>
        The game didn't answer, so we don't know yet whether it was {state === 'parking' ? 'parked' : 'redeemed'}. Staff
        are looking into it. Nothing is lost.
      </p>
    )
  return (
    <ol className={styles.steps} aria-label={state === 'parking' ? 'Parking' : 'Redeeming'}>
      {steps[state === 'parking' ? 'parking' : 'redeeming'].map((step, at) => (
        <li key={step} data-reached={at < reached || undefined} aria-current={at === reached - 1 ? 'step' : undefined}>
          {step}
        </li>
      ))}
    </ol>
  )
}

/** What a mod that makes juveniles into others needs first. @param animal that the user plays */
export function whatToPlay({ species }: Pick<OwnedDinosaur, 'species'>, animal: Vitals['animal']): string | null {
  const name = speciesName(species)
  if (!animal || animal.dead) return `Join the game as a juvenile ${name} to redeem it.`
  if (animal.species !== species)
    return `You're playing as ${speciesName(animal.species)}. Spawn as a juvenile ${name} to redeem it.`
  if (animal.growth > juvenileGrowth)
    return `Your ${name} in the game is over ${juvenileGrowth}% grown. Spawn a new one to redeem this dinosaur.`
  return null
}
