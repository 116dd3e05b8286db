import type { PingKind } from '../../shared/features/packs/packLife.ts'
import type { Tokens } from '../themes/themes.ts'
import type { MapStyle } from './mapStyle.ts'

interface PingKindFace {
  readonly name: string
  /** A drawing in strokes, in a box of 20 by 20. */
  readonly path: string
}

/** How each kind of ping is named and drawn, in menus and on the map. */
export const pingFaces: Readonly<Record<PingKind, PingKindFace>> = {
  look: {
    name: 'Look here',
    path: 'M2.5 10c2-3.4 4.5-5 7.5-5s5.5 1.6 7.5 5c-2 3.4-4.5 5-7.5 5s-5.5-1.6-7.5-5zM10 8a2 2 0 1 0 0 4a2 2 0 1 0 0-4',
  },
  danger: { name: 'Danger', path: 'M10 3 17.5 16.5H2.5zM10 8.2v4M10 14.2v.1' },
  food: {
    name: 'Food',
    path: 'M8.4 11.6c-1.8-1.8-1.6-5.2.8-7.2s5.4-1.9 6.9-.4 1.6 4.5-.4 6.9-5.5 2.5-7.300.7zM8.4 11.6l-3 3M5.4 14.6a1.5 1.5 0 1 0-1.9 1.200 1.5 1.5 0 1 0 2.700 1 1.5 1.5 0 0 0-.8-2.200',
  },
  water: { name: 'Water', path: 'M10 3c3 4 4.8 6.3 4.8 8.8a4.8 4.8 0 0 1-9.6 0C5.2 9.3 7 7 10 3z' },
  gather: {
    name: 'Gather',
    path: 'M10 2.5v5M7.8 5.5 10 7.7l2.2-2.2M2.5 10h5M5.5 7.8 7.7 10l-2.2 2.2M17.5 10h-5M14.5 7.8 12.3 10l2.2 2.2M10 17.5v-5M7.8 14.5 10 12.3l2.2 2.2',
  },
}

/** The colour of a ping. A look has the colour that the user chose for pings, a gathering the pack's. */
export const pingColour = (kind: PingKind, tokens: Tokens, mapStyle: MapStyle): string => {
  if (kind === 'look') return tokens[mapStyle.pingColor]
  if (kind === 'gather') return tokens[mapStyle.teammateColor]
  return tokens[({ danger: 'danger', food: 'hunger', water: 'thirst' } as const)[kind]]
}

/** Radius of the disc of a ping, px. */
export const pingDiscPx = 12
