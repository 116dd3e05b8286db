import { z } from 'zod'
import { defineDocument, exportedAs, itsPlayer } from '../../engine/document.ts'
import { SkinColours, type SkinDesign } from './design.ts'

export const longestPresetName = 30
export const mostPresets = 40
export const presetNameNeeded = 'Please enter a name for your preset'

export const SkinPreset = z.object({
  id: z.string(),
  name: z.string(),
  /** The species, as the game names it. */
  dinosaur: z.string(),
  /** Id of the catalogue. */
  skin: z.string(),
  colours: SkinColours.nullable().default(null),
  /** Epoch ms. */
  created: z.number(),
})
export type SkinPreset = z.infer<typeof SkinPreset>

export const designOfPreset = ({ dinosaur, skin, colours }: SkinPreset): SkinDesign => ({
  species: dinosaur,
  skin,
  colours,
})

/** Designs that a user has saved. The key is the account id. */
export const skinPresets = defineDocument({
  kind: 'skinPresets',
  schema: z.object({ presets: z.record(z.string(), SkinPreset).default({}) }),
  readableBy: itsPlayer,
  memory: 'journaled',
  about: 'account',
  exported: exportedAs(
    'skinPresets',
    ({ presets }: { presets: Readonly<Record<string, SkinPreset>> }) => Object.values(presets),
    { id: 'theirs', name: 'theirs', dinosaur: 'theirs', skin: 'theirs', colours: 'theirs', created: 'theirs' },
  ),
  erased: 'cleared',
  typedTexts: ['presets.*.name'],
  audited: null,
})
