import { type CSSProperties, useId } from 'react'
import { type Area, areas, type Drawing, type Layer, sideBox, topBox } from './drawing.ts'
import styles from './SpeciesArt.module.css'
import { type Diet, dietOfDrawn, drawingOf, type View } from './speciesDrawings.ts'

interface SpeciesArtProps {
  /** The name of the game or of the shop; a species without drawings is shown as a plain animal of its diet. */
  readonly species: string
  /** From the side, grown or young, facing right; or from above, facing north. */
  readonly view: View
  /** Width, CSS px. Side views are 0.6 times as high, top views square. */
  readonly size: number
  /** Of a species that the catalogue does not list. */
  readonly diet?: Diet
  /** The colours of a skin; the other areas keep the colours of the diet. */
  readonly colours?: Partial<Readonly<Record<Area, string>>>
  /** The name for screen readers; without it the drawing is decoration. */
  readonly title?: string
}

/** Below this width, CSS px, a drawing has no edges within its outline, and a larger head. */
const iconPx = 64
/** Width of the outline, CSS px: 1.5, thinner in icons. */
const outlinePx = (size: number) => Math.min(1.5, Math.max(0.8, size / iconPx))

/** The drawing of a species. */
export function SpeciesArt({ species, view, size, diet = dietOfDrawn(species), colours = {}, title }: SpeciesArtProps) {
  const drawing = drawingOf(species, view, diet, size < iconPx)
  const { width, height } = view === 'top' ? topBox : sideBox
  const chosen = areas.flatMap((area) => (colours[area] === undefined ? [] : [[`--art-${area}`, colours[area]]]))
  return (
    <svg
      className={styles.art}
      style={Object.fromEntries(chosen) as CSSProperties}
      data-diet={diet}
      width={size}
      height={(size * height) / width}
      viewBox={`0 0 ${width} ${height}`}
      data-icon={size < iconPx || undefined}
      // Half of a stroke lies below the fill.
      strokeWidth={(2 * outlinePx(size) * width) / size}
      role={title === undefined ? undefined : 'img'}
      aria-label={title}
      aria-hidden={title === undefined || undefined}
    >
      <Paint drawing={drawing} />
    </svg>
  )
}

/** Outlines lie below all fills, so that the parts of the body join without seams. */
function Paint({ drawing: { layers, near, far } }: { readonly drawing: Drawing }) {
  const id = useId()
  return (
    <>
      <path className={styles.outline} d={far} />
      <Layers id={`${id}far`} layers={layers.filter((layer) => layer.isFar)} />
      <path className={styles.outline} d={near} />
      <Layers id={id} layers={layers.filter((layer) => !layer.isFar)} />
    </>
  )
}

function Layers({ id, layers }: { readonly id: string; readonly layers: readonly Layer[] }) {
  const clips = [...new Set(layers.flatMap((layer) => layer.clip ?? []))]
  return (
    <>
      {clips.map((clip, at) => (
        <clipPath key={clip} id={`${id}${at}`}>
          <path d={clip} />
        </clipPath>
      ))}
      {layers.map(({ path, area, isFar, hasEdge, clip }) => (
        <path
          key={path}
          d={path}
          data-area={area}
          data-far={isFar || undefined}
          data-edge={hasEdge || undefined}
          clipPath={clip === undefined ? undefined : `url(#${id}${clips.indexOf(clip)})`}
        />
      ))}
    </>
  )
}
