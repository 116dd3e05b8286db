import type { Account } from '../../../shared/features/account/account.ts'
import { mostCarnivores, mostHerbivores, type Pack, type PackMember } from '../../../shared/features/packs/pack.ts'
import { longUnseenMs, type PackLife, type Seen } from '../../../shared/features/packs/packLife.ts'
import type { Vitals } from '../../../shared/features/vitals/vitals.ts'
import type { Point } from '../../../shared/features/world/frame.ts'
import { nearestRegion, regionAt, regionName } from '../../../shared/features/world/regions.ts'
import { dietOf } from '../../../shared/features/world/species.ts'
import { waitOf } from '../../ui/durations.ts'

/** How full the pack is, as far as its members are seen: `3 of 12 members; 2 of 6 carnivores`. */
export const limitLabel = ({ members }: Pick<Pack, 'members'>, seen: PackLife['seen']): string => {
  const count = Object.keys(members).length
  const those = Object.values(seen).filter(({ species }) => dietOf(species) === 'carnivore').length
  const all = `${count} of ${mostHerbivores} members`
  return those === 0 ? all : `${all}; ${those} of ${mostCarnivores} carnivores`
}

/** What is told of when a member was seen, and whether it is a reason to worry. */
interface SeenLabel {
  readonly text: string
  readonly tone: 'plain' | 'soft' | 'alarm'
}

/**
 * When a member was last seen. Past half a minute it is said as well as coloured.
 * @param readAt of the last reading, epoch ms @param now epoch ms
 */
export const seenLabel = (
  { sharedSince }: Pick<PackMember, 'sharedSince'>,
  seen: Pick<Seen, 'goneAt'> | undefined,
  readAt: number | null,
  now: number,
): SeenLabel => {
  if (sharedSince === null) return { text: 'hidden', tone: 'soft' }
  if (readAt === null) return { text: 'not read yet', tone: 'soft' }
  if (!seen) return { text: 'not on the island', tone: 'soft' }
  const age = Math.max(0, now - (seen.goneAt ?? readAt))
  const tone = age > longUnseenMs ? 'alarm' : 'plain'
  if (seen.goneAt !== null) return { text: `not on the island, last seen ${waitOf(age)} ago`, tone }
  return age > longUnseenMs ? { text: `not seen for ${waitOf(age)}`, tone } : { text: `seen ${waitOf(age)} ago`, tone }
}

/** Members as they are listed: the leader, then whoever has been there longest. */
export const membersInOrder = ({ members, leader }: Pick<Pack, 'members' | 'leader'>) =>
  Object.entries(members)
    .map(([id, member]) => ({ id, member, leads: id === leader }))
    .sort(
      (a, b) => Number(b.leads) - Number(a.leads) || a.member.joinedAt - b.member.joinedAt || (a.id < b.id ? -1 : 1),
    )

/** Who leads when the leader leaves: the longest member. Null if nobody is left. */
export const nextLeader = (pack: Pick<Pack, 'members' | 'leader'>) =>
  membersInOrder(pack).find(({ leads }) => !leads)?.member ?? null

const endings = {
  left: (name: string) => `You left ${name}.`,
  removed: (name: string) => `You were removed from ${name}.`,
  disbanded: (name: string) => `${name} was disbanded.`,
} as const

/** How one's last pack ended. */
export const endedLabel = ({ how, name }: { readonly how: keyof typeof endings; readonly name: string }) =>
  endings[how](name)

/** How long until one may ping again, whole seconds; 0 when one may. */
export const pingWaitSeconds = (pingedAt: number | undefined, intervalMs: number, now: number): number =>
  pingedAt === undefined ? 0 : Math.max(0, Math.ceil((pingedAt + intervalMs - now) / 1_000))

/** How far beyond a region's edge a place is still called near it, in map units. */
const nearUnits = 120

/** A place as one calls it out: its region, the one it is near, or its numbers on the sheet. */
export const placeLabel = ({ x, y }: Point): string => {
  const inside = regionAt(x, y)
  if (inside) return inside.name
  const near = nearestRegion(x, y)
  if (Math.hypot(x - near.x, y - near.y) - near.radius <= nearUnits) return `near ${near.name}`
  return `${Math.round(x)}, ${Math.round(y)}`
}

/** What the map can show of oneself, or why it shows nothing. Null until it is known. */
export const ownAnimalLabel = (account: Pick<Account, 'steamId'> | null, vitals: Vitals | null): string | null => {
  if (!account || !vitals) return null
  if (account.steamId === null)
    return 'Your account is linked to no player of the game yet, so that the map cannot show your dinosaur.'
  if (vitals.readAt === null) return 'The island has not been read yet.'
  if (!vitals.online) return 'You are not on the island.'
  if (!vitals.animal) return 'You are on the island and have not chosen a dinosaur yet.'
  const { species, growth, health, dead, region } = vitals.animal
  const state = dead ? 'dead' : `${growth} % grown, health ${health} %`
  return `Your ${species}: ${state}, ${regionName(region) || 'in the wild'}.`
}
