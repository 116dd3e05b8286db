import { type KeyboardEvent, useId, useState } from 'react'
import { accuracyOf } from './distances.ts'
import { KindGlyph } from './KindGlyph.tsx'
import styles from './MapLegend.module.css'
import { type MarkerLayer, useFriendlyMarkers } from './markerLayer.ts'

interface MapLegendProps {
  readonly markerLayer: MarkerLayer
  readonly metresPerUnit: number
}

/**
 * Legend of the diet symbols, of the ring around friends while there are any, and of how exact a place is. On a narrow map it would cover
 * much of the island: there a button shows it and hides it again.
 */
export function MapLegend({ markerLayer, metresPerUnit }: MapLegendProps) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'Escape') setOpen(false)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only receives bubbled events of its button
    <div className={styles.legend} data-legend={isOpen ? 'open' : 'folded'} onKeyDown={onKeyDown}>
      <LegendList id={id} markerLayer={markerLayer} metresPerUnit={metresPerUnit} />
      <button
        type="button"
        data-keep-clear="always"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        Legend
      </button>
    </div>
  )
}

function LegendList({ id, markerLayer, metresPerUnit }: MapLegendProps & { readonly id: string }) {
  const hasFriends = useFriendlyMarkers(markerLayer).some(({ relation }) => relation === 'friend')
  return (
    <ul id={id} aria-label="Legend" data-keep-clear="always">
      {(['carnivore', 'herbivore', 'omnivore'] as const).map((kind) => (
        <li key={kind}>
          <KindGlyph kind={kind} />
          {kind}
        </li>
      ))}
      {hasFriends ? (
        <li>
          <svg className={styles.friendRing} viewBox="0 0 16 16" aria-hidden="true">
            <circle cx="8" cy="8" r="6" />
          </svg>
          friend
        </li>
      ) : null}
      <li>location accuracy {accuracyOf(metresPerUnit)} m</li>
    </ul>
  )
}
