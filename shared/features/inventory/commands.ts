import { z } from 'zod'
import { defineCommand } from '../../engine/command.ts'
import { givenName } from '../../engine/givenName.ts'
import { OneServer } from '../deliveries/commands.ts'
import { orderRefusals } from '../deliveries/refusals.ts'
import { featureOffText } from '../server/hubFeatures.ts'
import { longestDinosaurName, mostDinosaurs } from './inventory.ts'

/** Why an entry cannot be added, moved or removed. Commands that do so include these refusals. */
export const entryRefusals = {
  gone: "You don't have that dinosaur.",
  locked: 'That dinosaur is on its way or for sale. Wait for its outcome first.',
  notTradable: "You got this dinosaur only recently, so you can't sell it or give it away yet. You can from {when}.",
  full: `An inventory holds at most ${mostDinosaurs} dinosaurs, and this one is full.`,
} as const

const moving = {
  ...orderRefusals,
  noMod: 'This server has no mod that can do this right now. Your dinosaur stays as it is.',
  noReading: "The game isn't being read right now, so we can't see your dinosaur. Try again in a minute.",
  moving: 'One of your dinosaurs is on its way already, on this or another account of yours. Wait for its outcome.',
  unsettled:
    "We don't know yet what happened to your last one, on this or another account of yours. Staff have to settle it first.",
} as const

const closed = featureOffText('realInventory')

/** Takes the user's own living dinosaur out of the game. The output is the dinosaur and its delivery, whose states show the outcome. */
export const parkDinosaur = defineCommand({
  name: 'inventory.park',
  permission: 'play',
  input: z.object({ server: OneServer }),
  output: z.object({ dinosaur: z.string(), delivery: z.string() }),
  refusals: {
    ...moving,
    ...entryRefusals,
    closed,
    noDinosaur: 'No dinosaur to park or dinosaur is dead.',
    full: `You can keep at most ${mostDinosaurs} dinosaurs. Redeem or release some first.`,
  },
})

const One = z.object({ dinosaur: z.string().max(64) })
const { gone, locked } = entryRefusals

export const dinosaurNameWords = "A dinosaur's name"
const DinosaurName = givenName({
  what: dinosaurNameWords,
  needed: 'Enter a name.',
  longest: longestDinosaurName,
})

/** Null takes the given name away. Not while something else has it: a buyer and a receipt know it by its name. */
export const renameDinosaur = defineCommand({
  name: 'inventory.rename',
  permission: 'play',
  input: One.extend({ name: DinosaurName.nullable() }),
  output: z.object({}),
  refusals: { closed, gone, locked },
})

/** Lets a dinosaur go for good: it is consumed, and nothing comes back for it. */
export const setDinosaurFree = defineCommand({
  name: 'inventory.setFree',
  permission: 'play',
  input: One,
  output: z.object({}),
  refusals: { ...entryRefusals, closed },
})
