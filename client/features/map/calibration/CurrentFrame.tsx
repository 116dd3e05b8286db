import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { mainServer } from '../../../../shared/engine/ids.ts'
import { clearCalibration } from '../../../../shared/features/mapImage/commands.ts'
import { type MapImage, mapCalibrator } from '../../../../shared/features/mapImage/mapImage.ts'
import { type Frame, metresPerUnit } from '../../../../shared/features/world/frame.ts'
import { helloAtom } from '../../../connection/connectionState.ts'
import { useCommand } from '../../../connection/useCommand.ts'
import { useDocument } from '../../../connection/useDocument.ts'
import { Button } from '../../../ui/Button.tsx'
import { Confirm } from '../../../ui/Confirm.tsx'
import styles from './CalibrationScreen.module.css'
import { axesLabels } from './landmarkForm.ts'

interface CurrentFrameProps {
  readonly frame: Frame
  readonly calibration: MapImage['calibration']
  readonly isKnown: boolean
}

const whenFace = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' })

/** The current frame of the map, who set it, and a button to reset it. */
export function CurrentFrame({ frame, calibration, isKnown }: CurrentFrameProps) {
  const clear = useCommand(clearCalibration)
  const [isAsking, setAsking] = useState(false)
  const back = async () => {
    const outcome = await clear.run({ server: mainServer })
    if (outcome.ok) setAsking(false)
  }
  return (
    <section className={styles.section} aria-labelledby="frame-title">
      <h2 id="frame-title">Current calibration</h2>
      <p data-testid="frame-source">
        {!isKnown ? 'Loading…' : calibration ? <CalibratedOn at={calibration.at} /> : 'Set by the configuration.'}
      </p>
      <FrameFacts frame={frame} />
      {calibration ? (
        <div>
          <Button onClick={() => setAsking(true)}>Reset to the configuration</Button>
        </div>
      ) : null}
      {isAsking ? (
        <Confirm
          title="Reset to the configuration?"
          action="Reset"
          busyLabel={clear.busy ? 'Resetting…' : null}
          refusal={clear.refusal?.message ?? null}
          onConfirm={() => void back()}
          onCancel={() => {
            clear.dismiss()
            setAsking(false)
          }}
        >
          <p>Everyone's map moves with the next reading. These two landmarks are deleted.</p>
        </Confirm>
      ) : null}
    </section>
  )
}

/** When the map was calibrated, and by whom if that is known. @param at epoch ms */
function CalibratedOn({ at }: { readonly at: number }) {
  const you = useAtomValue(helloAtom)?.principal
  const calibrator = useDocument(mapCalibrator, mainServer).value
  const by = calibrator?.by ?? null
  const name = by === null ? '' : ` by ${by === you?.id ? 'you' : calibrator?.byName || by}`
  return `Calibrated${name} on ${whenFace.format(at)}.`
}

const figure = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 1, minimumFractionDigits: 1 })

/** A frame as a list of numbers. */
export function FrameFacts({ frame }: { readonly frame: Frame }) {
  const { minLong, maxLong, minLat, maxLat, axes } = frame
  return (
    <dl className={styles.facts}>
      <dt>West to east</dt>
      <dd>
        {figure.format(minLong)} to {figure.format(maxLong)}
      </dd>
      <dt>North to south</dt>
      <dd>
        {figure.format(minLat)} to {figure.format(maxLat)}
      </dd>
      <dt>One unit of the map</dt>
      <dd>{metresPerUnit(frame).toFixed(3)} m</dd>
      <dt>Axes</dt>
      <dd>{axesLabels[axes]}</dd>
    </dl>
  )
}
