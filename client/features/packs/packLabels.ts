import type { Account } from '../../../shared/features/account/account.ts'
import { mostCarnivores, mostMembers, type Pack, type PackMember } from '../../../shared/features/packs/pack.ts'
import { longUnseenMs, type PackLife, type Seen } from '../../../shared/features/packs/packLife.ts'
import type { Vitals } from '../../../shared/features/vitals/vitals.ts'
import { whereaboutsOf } from '../../../shared/features/world/placeInWords.ts'
import { dietOf, speciesName } from '../../../shared/features/world/species.ts'
import { waitOf } from '../../ui/durations.ts'

/** The size of the pack, as far as its members are seen: `3 of 12 members; 2 of 6 carnivores`. */
export const limitLabel = ({ members }: Pick<Pack, 'members'>, seen: PackLife['seen']): string => {
  const count = Object.keys(members).length
  const carnivores = Object.values(seen).filter(
    ({ species, dead, goneAt }) => !dead && goneAt === null && dietOf(species) === 'carnivore',
  ).length
  const all = `${count} of ${mostMembers} members`
  return carnivores === 0 ? all : `${all}; ${carnivores} of ${mostCarnivores} carnivores`
}

/** When a member was seen, and whether to highlight it. */
interface SeenLabel {
  readonly text: string
  readonly tone: 'plain' | 'soft' | 'alarm'
}

/**
 * When a member was last seen. After half a minute the text changes as well as the colour.
 * @param readAt time of the last reading, epoch ms
 * @param now epoch ms
 */
export const seenLabel = (
  { sharedSince }: Pick<PackMember, 'sharedSince'>,
  seen: Pick<Seen, 'goneAt'> | undefined,
  readAt: number | null,
  now: number,
): SeenLabel => {
  if (sharedSince === null) return { text: 'hidden', tone: 'soft' }
  if (readAt === null) return { text: 'no data yet', tone: 'soft' }
  if (!seen) return { text: 'not on the server', tone: 'soft' }
  const age = Math.max(0, now - (seen.goneAt ?? readAt))
  const tone = age > longUnseenMs ? 'alarm' : 'plain'
  if (seen.goneAt !== null) return { text: `not on the server, last seen ${waitOf(age)} ago`, tone }
  return { text: age > longUnseenMs ? `not seen for ${waitOf(age)}` : 'seen just now', tone }
}

/** The leader first, then members by time of joining. */
export const membersInOrder = ({ members, leader }: Pick<Pack, 'members' | 'leader'>) =>
  Object.entries(members)
    .map(([id, member]) => ({ id, member, isLeader: id === leader }))
    .sort(
      (a, b) =>
        Number(b.isLeader) - Number(a.isLeader) || a.member.joinedAt - b.member.joinedAt || (a.id < b.id ? -1 : 1),
    )

/** Who becomes leader when the leader leaves: the longest member. Null if there are no others. */
export const nextLeader = (pack: Pick<Pack, 'members' | 'leader'>) =>
  membersInOrder(pack).find(({ isLeader }) => !isLeader)?.member ?? null

const endings = {
  left: (name: string) => `You left ${name || 'your pack'}.`,
  removed: (name: string) => `You were removed from ${name || 'your pack'}.`,
  disbanded: (name: string) => `${name || 'Your pack'} was disbanded.`,
} as const

/** How the user's last pack ended. */
export const endedLabel = ({ how, name }: { readonly how: keyof typeof endings; readonly name: string }) =>
  endings[how](name)

/** Whole seconds until the next allowed ping; 0 if allowed now. */
export const pingWaitSeconds = (pingedAt: number | undefined, intervalMs: number, now: number): number =>
  pingedAt === undefined ? 0 : Math.max(0, Math.ceil((pingedAt + intervalMs - now) / 1_000))

/** The own animal in a sentence, or why the map shows none. Null until known. */
export const ownAnimalLabel = (account: Pick<Account, 'steamId'> | null, vitals: Vitals | null): string | null => {
  if (!account || !vitals) return null
  if (account.steamId === null) return "Your account isn't linked to a player yet, so the map can't show your dinosaur."
  if (vitals.readAt === null) return "The server hasn't reported your dinosaur yet."
  if (!vitals.online) return "You're not on the server."
  if (!vitals.animal) return "You're on the server and haven't chosen a dinosaur yet."
  const { species, growth, health, dead } = vitals.animal
  const state = dead ? 'dead' : `${growth}% grown, health ${health}%`
  return `Your ${speciesName(species)}: ${state}, ${whereaboutsOf(vitals.animal)}.`
}
