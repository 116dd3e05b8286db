import { type FormEvent, useState } from 'react'
import { mainServer } from '../../../shared/engine/ids.ts'
import { calibrateMap } from '../../../shared/features/mapSheet/commands.ts'
import type { Roster } from '../../../shared/features/roster/roster.ts'
import { Axes, type Frame } from '../../../shared/features/world/frame.ts'
import { useCommand } from '../../connection/useCommand.ts'
import type { Herd } from '../../map/herd.ts'
import { Button } from '../../ui/Button.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { axesWords } from './CurrentFrame.tsx'
import { FramePreview } from './FramePreview.tsx'
import { LandmarkFields } from './LandmarkFields.tsx'
import { landmarkOf, previewOf } from './landmarkForm.ts'
import styles from './MapSettingsScreen.module.css'
import type { LandmarksUse } from './useLandmarks.ts'

interface CalibrationFormProps {
  readonly landmarks: LandmarksUse
  readonly picking: 0 | 1 | null
  readonly frame: Frame
  readonly herd: Herd
  readonly players: Roster['players']
  onPick(which: 0 | 1): void
}

/** Two places known twice make the map lie right. */
export function CalibrationForm({ landmarks, picking, frame, herd, players, onPick }: CalibrationFormProps) {
  const { words, axes } = landmarks
  const save = useCommand(calibrateMap)
  const [saved, setSaved] = useState(false)
  const preview = previewOf(words[0], words[1], axes)
  const isGood = preview !== null && 'frame' in preview

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    const [first, second] = words.map(landmarkOf)
    if (!first || !second) return
    setSaved(false)
    const outcome = await save.run({ server: mainServer, landmarks: [first, second], axes })
    setSaved(outcome.ok)
  }
  return (
    <form className={styles.part} aria-labelledby="calibrate-title" onSubmit={(event) => void onSubmit(event)}>
      <h2 id="calibrate-title">Calibrate by two places</h2>
      <p className={styles.told}>
        Choose two places far apart, that you know both in the game and on the map. Game coordinates are in centimetres,
        as RCON’s player data or the game’s own coordinates show them.
      </p>
      {([0, 1] as const).map((which) => (
        <LandmarkFields
          key={which}
          {...{ which, frame, herd, players }}
          words={words[which]}
          isPicking={picking === which}
          onPick={() => onPick(which)}
          onChange={(part) => {
            setSaved(false)
            landmarks.change(which, part)
          }}
        />
      ))}
      <AxesChoice axes={axes} onAxes={landmarks.setAxes} />
      <FramePreview {...{ preview, frame, herd, players }} />
      {save.refusal ? <Problem onDismiss={save.dismiss}>{save.refusal.message}</Problem> : null}
      <div className={styles.acts}>
        <Button type="submit" tone="main" disabled={!isGood || !save.allowed} flight={save.busy ? 'Saving' : null}>
          Save calibration
        </Button>
        <p className={styles.told} role="status">
          {saved ? 'Saved. Markers move with the next reading.' : ''}
        </p>
      </div>
    </form>
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
          {axesWords[option]}
        </label>
      ))}
    </fieldset>
  )
}
