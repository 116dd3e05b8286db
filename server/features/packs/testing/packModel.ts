interface ModelPack {
  readonly id: string
  code: string
  leader: string
  /** By account, when they joined. */
  readonly members: Map<string, number>
}

type Diet = 'carnivore' | 'herbivore' | 'nothing'

/** A model of packs that predicts the answer of each command without using the rules. */
export interface PackModel {
  readonly packs: ModelPack[]
  readonly diets: Map<string, Diet>
  packOf(who: string): ModelPack | undefined
  /** The refusal that a join with this code must get; null for none. */
  joinRefusal(who: string, code: string): string | null
  remove(pack: ModelPack, who: string): void
}

export function createPackModel(): PackModel {
  const packs: ModelPack[] = []
  const diets = new Map<string, Diet>()
  const count = (pack: ModelPack, diet: Diet) =>
    [...pack.members.keys()].filter((one) => diets.get(one) === diet).length
  const packOf = (who: string) => packs.find(({ members }) => members.has(who))
  return {
    packs,
    diets,
    packOf,
    joinRefusal(who, code) {
      const pack = packs.find((one) => one.members.size > 0 && one.code === code)
      if (!pack) return 'unknownCode'
      const own = packOf(who)
      if (own) return own === pack ? 'ownPack' : 'inPack'
      if (diets.get(who) === 'carnivore' && count(pack, 'carnivore') >= 6) return 'tooManyCarnivores'
      if (diets.get(who) === 'herbivore' && count(pack, 'herbivore') >= 12) return 'tooManyHerbivores'
      return pack.members.size >= 12 ? 'full' : null
    },
    remove(pack, who) {
      pack.members.delete(who)
      if (pack.leader !== who) return
      const [longest] = [...pack.members].sort(([a, atA], [b, atB]) => atA - atB || (a < b ? -1 : 1))
      pack.leader = longest?.[0] ?? ''
    },
  }
}
