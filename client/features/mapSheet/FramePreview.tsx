import { useSyncExternalStore } from 'react'
import type { Roster } from '../../../shared/features/roster/roster.ts'
import type { Frame } from '../../../shared/features/world/frame.ts'
import type { Herd } from '../../map/herd.ts'
import { FrameFacts } from './CurrentFrame.tsx'
import { movedBy, type Preview } from './landmarkForm.ts'
import styles from './MapSettingsScreen.module.css'

interface FramePreviewProps {
  readonly preview: Preview
  readonly frame: Frame
  readonly herd: Herd
  readonly players: Roster['players']
}

/** What these landmarks would make of the map, before it is saved. */
export function FramePreview({ preview, frame, herd, players }: FramePreviewProps) {
  return (
    <section className={styles.preview} aria-label="Preview">
      <h3>Preview</h3>
      {preview === null ? (
        <p className={styles.told}>Fill in both landmarks to see how the map would lie.</p>
      ) : 'error' in preview ? (
        <p className={styles.wrong} role="status">
          {sentence(preview.error)}
        </p>
      ) : (
        <>
          <FrameFacts frame={preview.frame} />
          <Moved from={frame} to={preview.frame} herd={herd} players={players} />
        </>
      )}
    </section>
  )
}

const sentence = (words: string) => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`

interface MovedProps {
  readonly from: Frame
  readonly to: Frame
  readonly herd: Herd
  readonly players: Roster['players']
}

const placeWords = ({ x, y }: { readonly x: number; readonly y: number }) => `${Math.round(x)}, ${Math.round(y)}`

/** One animal as an example: where it is drawn, and where it would be. */
function Moved({ from, to, herd, players }: MovedProps) {
  const example = useSyncExternalStore(herd.subscribe, () => herd.markers()[0])
  const place = example && herd.at(example, Number.POSITIVE_INFINITY)
  if (!example || !place) return <p className={styles.told}>Nobody is on the island to show it by.</p>
  const { place: there, metres } = movedBy(from, to, place)
  return (
    <p data-testid="moved">
      {players[example.id]?.name || example.id} would move from {placeWords(place)} to {placeWords(there)}:{' '}
      {metres < 1 ? 'less than a metre.' : `${Math.round(metres)} m.`}
    </p>
  )
}
