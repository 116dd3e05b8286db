import { useState, useSyncExternalStore } from 'react'
import { mainServer } from '../../../../shared/engine/ids.ts'
import { calibrateMap } from '../../../../shared/features/mapImage/commands.ts'
import type { Roster } from '../../../../shared/features/roster/roster.ts'
import { Axes, type Frame } from '../../../../shared/features/world/frame.ts'
import { useCommand } from '../../../connection/useCommand.ts'
import type { MarkerLayer } from '../../../map/markerLayer.ts'
import { Button } from '../../../ui/Button.tsx'
import { CheckedForm } from '../../../ui/Form.tsx'
import { Problem } from '../../../ui/Problem.tsx'
import styles from './CalibrationScreen.module.css'
import { FrameFacts } from './CurrentFrame.tsx'
import { LandmarkFields } from './LandmarkFields.tsx'
import { axesLabels, type LandmarksForm, landmarkOf, movedBy, type Preview, previewOf } from './landmarkForm.ts'

interface CalibrationFormProps {
  readonly landmarks: LandmarksForm
  readonly picking: 0 | 1 | null
  readonly frame: Frame
  readonly markerLayer: MarkerLayer
  readonly players: Roster['players']
  onPick(which: 0 | 1): void
}

/** Calibrates the map by two landmarks, each with game coordinates and a place on the map. */
export function CalibrationForm({ landmarks, picking, frame, markerLayer, players, onPick }: CalibrationFormProps) {
  const { inputs, axes } = landmarks
  const save = useCommand(calibrateMap)
  const [saved, setSaved] = useState(false)
  const preview = previewOf(inputs[0], inputs[1], axes)

  const onSubmit = async () => {
    const [first, second] = inputs.map(landmarkOf)
    if (!first || !second) return
    setSaved(false)
    const outcome = await save.run({ server: mainServer, landmarks: [first, second], axes })
    setSaved(outcome.ok)
    if (outcome.ok) landmarks.clear()
  }
  return (
    <CheckedForm
      aria-label="Calibrate with two places"
      isBusy={save.busy}
      isReady={save.allowed && !save.busy}
      onSubmit={() => void onSubmit()}
    >
      <div className={styles.section}>
        <h2>Calibrate with two places</h2>
        <p className={styles.hint}>
          Choose two places far apart that you can find both in the game and on the map. Game coordinates are in
          centimetres, as RCON's player data or the game's own coordinates show them.
        </p>
        {([0, 1] as const).map((which) => (
          <LandmarkFields
            key={which}
            which={which}
            frame={frame}
            markerLayer={markerLayer}
            players={players}
            input={inputs[which]}
            isPicking={picking === which}
            onPick={() => onPick(which)}
            onChange={(part) => {
              setSaved(false)
              landmarks.change(which, part)
            }}
          />
        ))}
        <AxesChoice axes={axes} onAxes={landmarks.setAxes} />
        <FramePreview preview={preview} frame={frame} markerLayer={markerLayer} players={players} />
        {save.refusal ? <Problem onDismiss={save.dismiss}>{save.refusal.message}</Problem> : null}
        <div className={styles.actions}>
          <Button type="submit" tone="main" disabled={!save.allowed} busyLabel={save.busy ? 'Saving…' : null}>
            Save calibration
          </Button>
          <p className={styles.hint} role="status">
            {saved ? 'Saved. Markers move with the next reading.' : ''}
          </p>
        </div>
      </div>
    </CheckedForm>
  )
}

interface AxesChoiceProps {
  readonly axes: Axes
  onAxes(axes: Axes): void
}

function AxesChoice({ axes, onAxes }: AxesChoiceProps) {
  return (
    <fieldset className={styles.axes}>
      <legend>Axes</legend>
      {Axes.options.map((option) => (
        <label key={option}>
          <input type="radio" name="axes" value={option} checked={axes === option} onChange={() => onAxes(option)} />
          {axesLabels[option]}
        </label>
      ))}
    </fieldset>
  )
}

interface FramePreviewProps {
  readonly preview: Preview
  readonly frame: Frame
  readonly markerLayer: MarkerLayer
  readonly players: Roster['players']
}

/** The frame that would result from the landmarks. */
function FramePreview({ preview, frame, markerLayer, players }: FramePreviewProps) {
  return (
    <section className={styles.preview} aria-label="Preview">
      <h3>Preview</h3>
      {preview === null ? (
        <p className={styles.hint}>Fill in both landmarks to see a preview.</p>
      ) : 'error' in preview ? (
        <p className={styles.invalid} role="status">
          {sentence(preview.error)}
        </p>
      ) : (
        <>
          <FrameFacts frame={preview.frame} />
          <Moved from={frame} to={preview.frame} markerLayer={markerLayer} players={players} />
        </>
      )}
    </section>
  )
}

const sentence = (inputs: string) => `${inputs.charAt(0).toUpperCase()}${inputs.slice(1)}.`

interface MovedProps {
  readonly from: Frame
  readonly to: Frame
  readonly markerLayer: MarkerLayer
  readonly players: Roster['players']
}

const placeLabel = ({ x, y }: { readonly x: number; readonly y: number }) => `${Math.round(x)}, ${Math.round(y)}`

/** An example: the current and the resulting place of one animal. */
function Moved({ from, to, markerLayer, players }: MovedProps) {
  const example = useSyncExternalStore(markerLayer.subscribe, () => markerLayer.markers()[0])
  const place = example && markerLayer.at(example, Number.POSITIVE_INFINITY)
  if (!example || !place) return <p className={styles.hint}>No player is online to preview it with.</p>
  const { place: there, metres } = movedBy(from, to, place)
  return (
    <p data-testid="moved">
      {players[example.id]?.name || example.id} would move from {placeLabel(place)} to {placeLabel(there)}:{' '}
      {metres < 1 ? 'less than a metre.' : `${Math.round(metres)} m.`}
    </p>
  )
}
