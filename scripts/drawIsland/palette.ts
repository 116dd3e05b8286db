/** Red, green and blue, 0 to 255. */
export type Colour = readonly [red: number, green: number, blue: number]

/** A colour and its opacity, 0 to 1. */
export interface Ink {
  readonly colour: Colour
  readonly strength: number
}

/** The colours of one image; the drawing is the same for all palettes. */
export interface Palette {
  readonly paper: Colour
  /** Land by height: metres and the colour there. */
  readonly heights: readonly (readonly [metres: number, colour: Colour])[]
  readonly forest: Ink
  readonly swamp: Ink
  readonly rock: Ink
  /** Greener grass, in patches. */
  readonly meadow: Ink
  readonly beach: Ink
  /** Added to slopes facing the light, and multiplied into slopes facing away. */
  readonly light: Ink
  readonly shadow: Ink
  readonly shallows: Colour
  readonly shelf: Colour
  readonly deep: Colour
  readonly waterLine: Ink
  readonly shoreLine: Ink
  readonly river: Ink
  readonly contour: Ink
  readonly indexContour: Ink
  readonly rockContour: Ink
  readonly figure: Ink
  readonly figureHalo: Ink
  readonly crownShadow: Ink
  readonly crownInk: Ink
  readonly crownFill: readonly Colour[]
  readonly crownLight: Ink
  readonly hachure: Ink
  readonly scree: Ink
  readonly reed: Ink
  readonly swampWater: Ink
  readonly tuft: Ink
  readonly sand: Ink
  readonly neatLine: Ink
  /** Amplitude of the paper grain, of 255. */
  readonly grain: number
}

const colour = (hex: string): Colour => [
  Number.parseInt(hex.slice(1, 3), 16),
  Number.parseInt(hex.slice(3, 5), 16),
  Number.parseInt(hex.slice(5, 7), 16),
]

const ink = (hex: string, strength: number): Ink => ({ colour: colour(hex), strength })

/** The day palette: warm paper, brown and blue ink, moss. */
export const dayPalette: Palette = {
  paper: colour('#f3ead7'),
  heights: [
    [0, colour('#e2e4bb')],
    [50, colour('#e8e6c4')],
    [160, colour('#efe8cf')],
    [280, colour('#eee3cd')],
    [400, colour('#ece4d7')],
    [520, colour('#f6f2ea')],
  ],
  forest: ink('#93a673', 0.9),
  swamp: ink('#bfcdb6', 0.75),
  rock: ink('#d8d0c6', 0.65),
  meadow: ink('#cdd6a0', 0.7),
  beach: ink('#f4e2b4', 0.95),
  light: ink('#fff6da', 0.75),
  shadow: ink('#737083', 0.9),
  shallows: colour('#d5e5e2'),
  shelf: colour('#b9d2d7'),
  deep: colour('#a3c2cc'),
  waterLine: ink('#5d90a5', 0.5),
  shoreLine: ink('#3c6b82', 0.9),
  river: ink('#3f7f9d', 1),
  contour: ink('#8f5a2c', 0.62),
  indexContour: ink('#834c20', 0.85),
  rockContour: ink('#5b5048', 0.46),
  figure: ink('#7a4722', 1),
  figureHalo: ink('#f3ead7', 0.7),
  crownShadow: ink('#3b4a34', 0.3),
  crownInk: ink('#4a5f3b', 0.8),
  crownFill: [colour('#87a069'), colour('#7d9962'), colour('#93a871'), colour('#74915f')],
  crownLight: ink('#bccb95', 0.7),
  hachure: ink('#463e3a', 0.66),
  scree: ink('#5f564d', 0.6),
  reed: ink('#5b7550', 0.8),
  swampWater: ink('#5d93a8', 0.75),
  tuft: ink('#868e4e', 0.75),
  sand: ink('#a58552', 0.55),
  neatLine: ink('#4a3f33', 0.85),
  grain: 3.2,
}

/** The night palette: deep blue-green, bone-coloured lines. */
export const nightPalette: Palette = {
  paper: colour('#0c1c22'),
  heights: [
    [0, colour('#1c3a39')],
    [60, colour('#1e3d3c')],
    [160, colour('#234342')],
    [280, colour('#2a4a4a')],
    [400, colour('#345455')],
    [520, colour('#486768')],
  ],
  forest: ink('#15332f', 0.75),
  swamp: ink('#17383c', 0.8),
  rock: ink('#374f53', 0.6),
  meadow: ink('#23483f', 0.7),
  beach: ink('#4f6158', 0.85),
  light: ink('#8fb3a8', 0.42),
  shadow: ink('#3f4d60', 1),
  shallows: colour('#123341'),
  shelf: colour('#0d2733'),
  deep: colour('#091d28'),
  waterLine: ink('#5f8f9b', 0.38),
  shoreLine: ink('#c6bf9f', 0.9),
  river: ink('#5fa0b0', 0.85),
  contour: ink('#cdbf93', 0.3),
  indexContour: ink('#d8cba3', 0.56),
  rockContour: ink('#d5cdb6', 0.28),
  figure: ink('#e4d9b8', 0.95),
  figureHalo: ink('#1a3433', 0.7),
  crownShadow: ink('#06120f', 0.42),
  crownInk: ink('#0b1f1c', 0.8),
  crownFill: [colour('#1f4638'), colour('#1b4035'), colour('#264c3b'), colour('#1a3a33')],
  crownLight: ink('#55806a', 0.6),
  hachure: ink('#0d1c20', 0.62),
  scree: ink('#b9b7a2', 0.35),
  reed: ink('#7fa083', 0.6),
  swampWater: ink('#5f9cab', 0.6),
  tuft: ink('#93a377', 0.42),
  sand: ink('#cbb888', 0.42),
  neatLine: ink('#cdbf93', 0.7),
  grain: 2.2,
}
