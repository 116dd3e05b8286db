import type { Roster } from '../../../../shared/features/roster/roster.ts'
import type { Frame } from '../../../../shared/features/world/frame.ts'
import type { MarkerLayer } from '../../../map/markerLayer.ts'
import { Button } from '../../../ui/Button.tsx'
import { NumberField } from '../../../ui/NumberField.tsx'
import type { NumberRule } from '../../../ui/textRules.ts'
import styles from './CalibrationScreen.module.css'
import { gameInput, gameRule, type LandmarkInput, unitsRule } from './landmarkForm.ts'

interface LandmarkFieldsProps {
  readonly which: 0 | 1
  readonly input: LandmarkInput
  readonly frame: Frame
  readonly markerLayer: MarkerLayer
  readonly players: Roster['players']
  readonly isPicking: boolean
  onPick(): void
  onChange(part: Partial<LandmarkInput>): void
}

/** Fields of one landmark: game coordinates and place on the map. */
export function LandmarkFields({ which, input, isPicking, onPick, onChange, ...seen }: LandmarkFieldsProps) {
  const name = `Landmark ${which + 1}`
  const field = (key: keyof LandmarkInput, label: string, rule: NumberRule) => (
    <NumberField
      {...rule}
      label={label}
      aria-label={`${name}: ${label}`}
      value={input[key]}
      onValue={(value) => onChange({ [key]: value })}
    />
  )
  return (
    <fieldset className={styles.landmark}>
      <legend>{name}</legend>
      <div className={styles.numbers}>
        {field('gameX', 'Game X, cm', gameRule)}
        {field('gameY', 'Game Y, cm', gameRule)}
        {field('unitsX', 'Map X', unitsRule)}
        {field('unitsY', 'Map Y', unitsRule)}
      </div>
      <div className={styles.fillButtons}>
        <PlayerPositionSelect {...seen} name={name} onChange={onChange} />
        <Button aria-pressed={isPicking} aria-label={`${name}: pick on the map`} onClick={onPick}>
          Pick on the map
        </Button>
      </div>
    </fieldset>
  )
}

interface StandingThereProps extends Pick<LandmarkFieldsProps, 'frame' | 'markerLayer' | 'players' | 'onChange'> {
  readonly name: string
}

/**
 * Takes the game coordinates from a player who is at the landmark: they are derived from the player's place and the
 * current frame.
 */
function PlayerPositionSelect({ name, frame, markerLayer, players, onChange }: StandingThereProps) {
  const onIsland = Object.values(players)
    .filter(({ animal }) => animal !== null && animal.slot !== null)
    .sort((a, b) => a.name.localeCompare(b.name, 'en'))
  const take = (id: string) => {
    const marker = markerLayer.find(id)
    const place = marker && markerLayer.at(marker, Number.POSITIVE_INFINITY)
    if (place) onChange(gameInput(frame, place))
  }
  return (
    <label className={styles.playerSelect}>
      Where a player is now
      <select aria-label={`${name}: where a player is now`} value="" onChange={({ target }) => take(target.value)}>
        <option value="">{onIsland.length === 0 ? 'No players online' : 'Choose a player'}</option>
        {onIsland.map(({ id, name: player }) => (
          <option key={id} value={id}>
            {player || id}
          </option>
        ))}
      </select>
    </label>
  )
}
