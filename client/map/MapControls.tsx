import { type RefObject, useEffect, useState, useSyncExternalStore } from 'react'
import { Stroke } from '../ui/Stroke.tsx'
import type { View } from './createView.ts'
import styles from './MapControls.module.css'
import { buttonStep, leastZoom, mostZoom, showingAll } from './viewport.ts'

interface MapControlsProps {
  readonly view: View
  /** What becomes as large as the screen. */
  readonly frame: RefObject<HTMLElement | null>
}

export const useZoom = (view: View) => useSyncExternalStore(view.subscribe, () => view.target().zoom)

/** Zoom, all of the island, and the whole screen: for whoever has no wheel and no keys. */
export function MapControls({ view, frame }: MapControlsProps) {
  const zoom = useZoom(view)
  const step = (by: number) => {
    const target = view.target()
    view.zoomTo(target.zoom + by)
  }
  return (
    <fieldset className={styles.controls} aria-label="Map view">
      <button type="button" aria-label="Zoom in" disabled={zoom >= mostZoom} onClick={() => step(buttonStep)}>
        <Stroke>
          <path d="M10 4v12M4 10h12" />
        </Stroke>
      </button>
      <output className={styles.zoom} aria-label="Zoom">
        {zoom.toFixed(1)}×
      </output>
      <button type="button" aria-label="Zoom out" disabled={zoom <= leastZoom} onClick={() => step(-buttonStep)}>
        <Stroke>
          <path d="M4 10h12" />
        </Stroke>
      </button>
      <button type="button" aria-label="Show the whole island" onClick={() => view.glideTo(showingAll(view.target()))}>
        <Stroke>
          <path d="M5 12.5c0-3 2-3 2-5.5s2.5-3.5 5-2 4 3 3.5 5.5-2.5 2-3.5 3.5-2.5 2-4.5 1.5-2.5-1.5-2.5-3z" />
        </Stroke>
      </button>
      <FullscreenButton frame={frame} />
    </fieldset>
  )
}

function FullscreenButton({ frame }: { readonly frame: RefObject<HTMLElement | null> }) {
  const [full, setFull] = useState(false)
  useEffect(() => {
    const look = () => setFull(document.fullscreenElement !== null && document.fullscreenElement === frame.current)
    document.addEventListener('fullscreenchange', look)
    return () => document.removeEventListener('fullscreenchange', look)
  }, [frame])
  if (!document.fullscreenEnabled) return null
  const toggle = () => (full ? document.exitFullscreen() : frame.current?.requestFullscreen())
  return (
    <button type="button" aria-label="Fullscreen" aria-pressed={full} onClick={() => void toggle()?.catch(() => {})}>
      <Stroke>
        <path d={full ? 'M8 3v5H3M12 3v5h5M8 17v-5H3M12 17v-5h5' : 'M3 8V3h5M17 8V3h-5M3 12v5h5M17 12v5h-5'} />
      </Stroke>
    </button>
  )
}
