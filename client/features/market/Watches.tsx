import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { unwatchSpecies, watchSpecies } from '../../../shared/features/market/commands.ts'
import { marketWatches, mostWatched } from '../../../shared/features/market/listing.ts'
import { species, speciesName } from '../../../shared/features/world/species.ts'
import { useCommand } from '../../connection/useCommand.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogBody } from '../../ui/Dialog.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { Select } from '../../ui/Select.tsx'
import { Actions, Stack } from '../../ui/Stack.tsx'
import { SpeciesArt } from '../../ui/speciesArt/SpeciesArt.tsx'
import { showToastAtom } from '../../ui/Toast.tsx'
import { Toggle } from '../../ui/Toggle.tsx'
import styles from './Selling.module.css'

interface WatchToggleProps {
  readonly account: string
  /** As the game names it. */
  readonly species: string
}

/** Watches one species, or stops watching it. */
export function WatchToggle({ account, species }: WatchToggleProps) {
  const { value } = useDocument(marketWatches, account)
  const watch = useCommand(watchSpecies)
  const unwatch = useCommand(unwatchSpecies)
  const problem = watch.refusal ?? unwatch.refusal
  const name = speciesName(species)
  return (
    <Toggle
      name={`Watch ${name}`}
      description={`Tells you when one is listed.`}
      on={value !== null && Object.hasOwn(value.species, species)}
      disabled={value === null}
      isBusy={watch.busy || unwatch.busy}
      problem={problem?.message ?? null}
      onTurn={(on) => void (on ? watch : unwatch).run({ species })}
    />
  )
}

/** All that can be played: players also sell what the shop does not. */
const choices = Object.keys(species)
  .map((key) => ({ key, name: speciesName(key) }))
  .toSorted((one, other) => one.name.localeCompare(other.name, 'en'))

interface WatchDialogProps {
  readonly account: string
  readonly onClose: () => void
}

/** The species that the user watches: to add and to remove. */
export function WatchDialog({ account, onClose }: WatchDialogProps) {
  const { value } = useDocument(marketWatches, account)
  const watch = useCommand(watchSpecies)
  const unwatch = useCommand(unwatchSpecies)
  const showToast = useSetAtom(showToastAtom)
  const [chosen, choose] = useState<string | null>(null)
  const watched = Object.keys(value?.species ?? {}).toSorted()
  const others = choices.filter(({ key }) => !watched.includes(key))
  const problem = watch.refusal ?? unwatch.refusal
  const isFull = watched.length >= mostWatched
  const add = async (species: string) => {
    if (!(await watch.run({ species })).ok) return
    choose(null)
    showToast(`You're watching ${speciesName(species)}.`)
  }
  return (
    <Dialog title="Watched species" onClose={onClose}>
      <DialogBody>
        <Stack>
          <p>You'll be notified when one of them is listed.</p>
          <Actions>
            <Select
              label="Species to watch"
              hidesLabel
              options={others}
              value={chosen}
              placeholder="Choose a species"
              disabled={isFull}
              onValue={choose}
            />
            <Button
              tone="main"
              disabled={chosen === null || isFull}
              busyLabel={watch.busy ? 'Adding…' : null}
              onClick={() => chosen !== null && void add(chosen)}
            >
              Watch
            </Button>
          </Actions>
          {isFull ? <p className={styles.soft}>You can watch at most {mostWatched} species.</p> : null}
          {problem ? <Problem>{problem.message}</Problem> : null}
          {watched.length === 0 ? (
            <p className={styles.soft}>You're not watching any species yet.</p>
          ) : (
            <ul className={styles.watched} aria-label="Watched species">
              {watched.map((species) => (
                <li key={species}>
                  <SpeciesArt species={species} view="side" size={56} />
                  <span>{speciesName(species)}</span>
                  <Button
                    tone="quiet"
                    aria-label={`Stop watching ${speciesName(species)}`}
                    disabled={unwatch.busy}
                    onClick={() => void unwatch.run({ species })}
                  >
                    Stop watching
                  </Button>
                </li>
              ))}
            </ul>
          )}
        </Stack>
      </DialogBody>
    </Dialog>
  )
}
