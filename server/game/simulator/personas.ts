import type { Random } from './random.ts'

/** The identity of a player. */
export interface Persona {
  /** SteamID64. */
  readonly id: string
  /** The player's id in some replies: 32 hexadecimal digits. */
  readonly eosId: string
  readonly name: string
}

/** These have the same ids for every seed and never leave, so that demo accounts can be linked to them. */
export const demoPersonas: readonly Pick<Persona, 'id' | 'name'>[] = [
  { id: '76561198000000001', name: 'Fernfoot' },
  { id: '76561198000000002', name: 'Mossjaw' },
  { id: '76561198000000003', name: 'Riverbreak' },
  { id: '76561198000000004', name: 'Duskfeather' },
  { id: '76561198000000005', name: 'Thornback' },
  { id: '76561198000000006', name: 'Palewing' },
  { id: '76561198000000007', name: 'Saltscale' },
  { id: '76561198000000008', name: 'Emberhide' },
  { id: '76561198000000009', name: 'Brackenmaw' },
  { id: '76561198000000010', name: 'Stonecrest' },
  { id: '76561198000000011', name: 'Reedrunner' },
  { id: '76561198000000012', name: 'Gloomtail' },
]

/** Names that are hard to parse. Where several hold commas, a list of players can be ambiguous. */
const awkwardNames = [
  'Bite, Chew, Swallow',
  '[GATE] Longclaw [EU]',
  '🦖 Rex 🦕 Émilie',
  'Zed, PlayerID: 76561198000000001',
  "Robert'); DROP TABLE packs;--",
  'AVeryLongNameThatSomeoneThoughtWouldBeFunnyToReadOutLoudWhenItIsAnnouncedToTheWholeServer',
  '  spaced  out  ',
  '恐竜の王',
]

const beginnings =
  'Amber Ash Bramble Cinder Clay Dawn Dusk Ember Fern Frost Gloom Iron Marsh Moss Pine Rust Salt Stone Thorn Vine'
const endings =
  'back bite claw crest fang foot horn jaw leap maw nest plume roar scale shade snout stride tail talon wing'

/** Makes `count` players with distinct ids, deterministically from `random`. Without `hasCommas` names hold semicolons instead. */
export function createPersonas(count: number, random: Random, hasCommas = false): Persona[] {
  const ids = new Set(demoPersonas.map(({ id }) => id))
  return Array.from({ length: count }, (_, i) => {
    const demo = demoPersonas[i]
    const id = demo?.id ?? newId(ids, random)
    const awkward = awkwardNames[i - demoPersonas.length]
    const name = demo?.name ?? (hasCommas ? awkward : awkward?.replaceAll(',', ';')) ?? newName(random)
    return { id, name, eosId: `0002${hex(random)}${hex(random)}${hex(random)}${hex(random).slice(0, 4)}` }
  })
}

function newId(taken: Set<string>, random: Random): string {
  const id = String(76561198100000000n + BigInt(Math.floor(random() * 800_000_000)))
  if (taken.has(id)) return newId(taken, random)
  taken.add(id)
  return id
}

const newName = (random: Random) => {
  const [beginning, ending] = [word(beginnings, random), word(endings, random)]
  return random.chance(0.4) ? `${beginning}${ending}${Math.floor(random() * 100)}` : `${beginning}${ending}`
}

const word = (words: string, random: Random) => {
  const list = words.split(' ')
  return list[Math.floor(random() * list.length)] ?? ''
}

const hex = (random: Random) =>
  Math.floor(random() * 2 ** 32)
    .toString(16)
    .padStart(8, '0')
