import { atom, useAtom } from 'jotai'
import { type CSSProperties, useId, useMemo, useRef, useState } from 'react'
import { z } from 'zod'
import { ControlButton } from '../../map/MapControls.tsx'
import {
  defaultLayers,
  type MapLayerName,
  mapLayerNames,
  mapLayerTexts,
  type ShownLayers,
} from '../../map/mapLayers.ts'
import { isInRow } from '../../ui/placement.ts'
import { Toggle } from '../../ui/Toggle.tsx'
import { readStored, writeStored } from './deviceStorage.ts'
import styles from './LayersMenu.module.css'

const storageKey = 'waterhole.mapLayers'
const Switched = z.partialRecord(z.enum(mapLayerNames), z.boolean())

/** The layers that the user has switched on this device. */
const switchedAtom = atom(readStored(storageKey, Switched) ?? {})

interface Layers {
  /** For the map. The same object until a layer is switched. */
  readonly shown: ShownLayers
  change(layer: MapLayerName, on: boolean): void
}

/** Which layers this map draws. @param offered the layers that this map has; others are off. Must be the same array in every render */
export function useMapLayers(offered: readonly MapLayerName[]): Layers {
  const [switched, setSwitched] = useAtom(switchedAtom)
  const shown = useMemo(() => {
    const wanted = { ...defaultLayers, ...switched }
    return Object.fromEntries(
      mapLayerNames.map((layer) => [layer, offered.includes(layer) && wanted[layer]]),
    ) as unknown as ShownLayers
  }, [switched, offered])
  return {
    shown,
    change(layer, on) {
      const next = { ...switched, [layer]: on }
      setSwitched(next)
      writeStored(storageKey, next)
    },
  }
}

interface LayersMenuProps extends Layers {
  readonly offered: readonly MapLayerName[]
}

/** A button in the column of controls that opens the switches of the layers beside it. */
export function LayersMenu({ offered, shown, change }: LayersMenuProps) {
  const id = useId()
  const panel = useRef<HTMLElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [place, setPlace] = useState<CSSProperties>({})
  const open = () => {
    if (panel.current) setPlace(placeBeside(panel.current.parentElement ?? panel.current))
    panel.current?.togglePopover()
  }
  return (
    <div>
      <ControlButton name="Layers" expanded={isOpen} controls={id} onPress={open}>
        <path d="M10 3 17 7l-7 4-7-4zM3 10.5l7 4 7-4M3 13.5l7 4 7-4" />
      </ControlButton>
      <section
        ref={panel}
        id={id}
        popover="auto"
        className={styles.panel}
        style={place}
        aria-label="Layers"
        onToggle={({ newState }) => setOpen(newState === 'open')}
      >
        <h2>Layers</h2>
        {offered.map((layer) => (
          <Toggle
            key={layer}
            name={mapLayerTexts[layer].name}
            description={mapLayerTexts[layer].hint}
            on={shown[layer]}
            onTurn={(on) => change(layer, on)}
          />
        ))}
      </section>
    </div>
  )
}

/**
 * Below a row of controls. Beside a column: to the left of the button, from its top downwards, or from its bottom upwards in the
 * lower half of the window.
 */
function placeBeside(button: HTMLElement): CSSProperties {
  const { left, right: end, top, bottom } = button.getBoundingClientRect()
  const { clientWidth } = document.documentElement
  if (isInRow(button)) return { right: clientWidth - end, top: bottom + 8, maxHeight: innerHeight - bottom - 16 }
  const right = clientWidth - left + 8
  return top < innerHeight / 2 ? { right, top } : { right, bottom: innerHeight - bottom }
}
