import type { Account } from '../../../shared/features/account/account.ts'
import type { Vitals } from '../../../shared/features/vitals/vitals.ts'
import { regionName } from '../roster/rosterOrder.ts'

/** What the map can show of oneself, or why it shows nothing. Null until it is known. */
export const ownWords = (account: Pick<Account, 'steamId'> | null, vitals: Vitals | null): string | null => {
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
