import { changeItems } from '../../../../shared/features/catalogue/commands.ts'
import { applySkin, buySkin } from '../../../../shared/features/skins/commands.ts'
import type { SkinDesign } from '../../../../shared/features/skins/design.ts'
import { ownedSkins } from '../../../../shared/features/skins/ownedSkins.ts'
import type { Feature } from '../../../engine/feature.ts'
import { person } from '../../../testing/principals.ts'
import { dinosaurProblems } from '../../inventory/testing/checkDinosaurs.ts'
import { growingMod, openRedemptions } from '../../redemptions/testing/openRedemptions.ts'
import { skinProblems } from './checkSkins.ts'

export const design = (skin: string, species = 'Triceratops', colours: SkinDesign['colours'] = null): SkinDesign => ({
  species,
  skin: `skin-${skin}`,
  colours,
})

/** Ann, who has 1,000 Void Pearls, plays a Triceratops on a server whose mod can change skins. */
export async function openSkins(features?: readonly Feature[]) {
  const open = await openRedemptions(features)
  const { hub, memory, ask } = open
  await open.links(...growingMod)
  await open.plays('Triceratops', 60)
  const apply = (skin: string, price: number, more: object = {}) =>
    ask(applySkin, { design: design(skin), price, ...more })
  return {
    ...open,
    apply,
    buy: (skin: string, price: number, more: object = {}) => ask(buySkin, { design: design(skin), price, ...more }),
    owners: (changes: object) => open.dispatch(person('olga', 'owner'), changeItems.name, { changes }),
    skins: (who = 'ann') => Object.values(hub.read(ownedSkins, who).skins),
    async problems() {
      const { storage } = memory
      return [
        ...(await open.problems()),
        ...(await skinProblems(hub, storage)),
        ...(await dinosaurProblems(hub, storage)),
      ]
    },
  }
}
