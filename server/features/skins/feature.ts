import { rewardKeys } from '../../../shared/features/ledger/ledger.ts'
import * as commands from '../../../shared/features/skins/commands.ts'
import { ownedSkins, skinHistory } from '../../../shared/features/skins/ownedSkins.ts'
import { mostPresets, skinPresets } from '../../../shared/features/skins/presets.ts'
import { derive, type Feature } from '../../engine/feature.ts'
import { implement, type Rule } from '../../engine/rule.ts'
import { accountOf } from '../account/rules.ts'
import { boundedWait } from '../economy/rewards.ts'
import { switchedBy } from '../settings/hubSettings.ts'
import { consumeAllSkins } from './ownedSkins.ts'
import { applySkin, buySkin, dressDinosaur, followEnds, followRedemptions } from './rules.ts'

const savePreset: Rule<typeof commands.savePreset> = (context, { name, design }) => {
  const { actor, edit, refuse, newId, now } = context
  const { presets } = edit(skinPresets, accountOf(actor))
  const same = Object.values(presets).find((one) => one.name.toLowerCase() === name.toLowerCase())
  if (!same && Object.keys(presets).length >= mostPresets) return refuse('presetsFull')
  const id = same?.id ?? newId()
  const { species: dinosaur, skin, colours } = design
  presets[id] = { id, name, dinosaur, skin, colours, created: now }
  return { id }
}

const deletePreset: Rule<typeof commands.deletePreset> = ({ actor, edit, refuse }, { id }) => {
  const { presets } = edit(skinPresets, accountOf(actor))
  if (!Object.hasOwn(presets, id)) return refuse('presetGone')
  delete presets[id]
  return {}
}

/** With the visit of each day, as of dinosaurs. */
const boundWaits = derive(rewardKeys, (context, account) => {
  for (const { id, tradableAt } of Object.values(context.read(ownedSkins, account).skins)) {
    const bounded = boundedWait(context, tradableAt)
    const own = bounded === tradableAt ? undefined : context.edit(ownedSkins, account).skins[id]
    if (own) own.tradableAt = bounded
  }
})

/** Skins: bought to keep, put on dinosaurs in the game and in the inventory, and saved as presets. */
export const skinsFeature: Feature = {
  name: 'skins',
  switch: switchedBy('skins'),
  documents: [ownedSkins, skinPresets],
  archives: [skinHistory],
  commands: [
    implement(commands.applySkin, applySkin),
    implement(commands.dressDinosaur, dressDinosaur),
    implement(commands.buySkin, buySkin),
    implement(commands.savePreset, savePreset),
    implement(commands.deletePreset, deletePreset),
  ],
  queries: [],
  derivations: [followRedemptions, followEnds, boundWaits],
  removals: [
    {
      kind: ownedSkins,
      remove: (context, { account }) =>
        consumeAllSkins(context, account, {
          operation: context.newId(),
          cause: 'erasure',
          by: 'erasure',
          byHub: true,
        }),
    },
  ],
}
