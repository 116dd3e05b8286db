import { PlayRecord } from '../../../shared/features/play/playRecord.ts'
import { Vitals } from '../../../shared/features/vitals/vitals.ts'
import { Wallet } from '../../../shared/features/wallet/wallet.ts'
import type { Profile } from './profileOf.ts'

const hourMs = 3_600_000

/** Sample values, for guests alone and marked as such: what a page of one's own would look like. */
export const demoProfile: Profile = {
  ...{ provider: 'steam', displayName: 'Sample Ranger', username: '', realName: '', idLabel: 'Steam ID' },
  ...{ id: '7656119…', avatar: '', profileUrl: '', country: 'New Zealand' },
  ...{ verified: true, premium: false, language: '', madeIn: 2015 },
}
export const demoWallet = Wallet.parse({ voidPearls: 25_000, razorTalons: 15_000, sylvanShards: 18_000 })
export const demoJoinedAt = Date.UTC(2025, 2, 14)

const evenings = [
  { startedAt: Date.UTC(2026, 0, 18, 18, 5), hours: 3, species: 'Triceratops' },
  { startedAt: Date.UTC(2026, 0, 17, 19, 40), hours: 2, species: 'Triceratops' },
  { startedAt: Date.UTC(2026, 0, 12, 17, 20), hours: 4, species: 'Carnotaurus' },
]
const stayOf = ({ startedAt, hours, species }: (typeof evenings)[number]) =>
  [String(startedAt), { startedAt, endedAt: startedAt + hours * hourMs, species }] as const

export const demoRecord = PlayRecord.parse({
  ...{ playMs: 245 * hourMs, stays: 96, firstSeenAt: demoJoinedAt, lastSeenAt: Date.UTC(2026, 0, 18, 21, 5) },
  recent: Object.fromEntries(evenings.map(stayOf)),
})
export const demoVitals = Vitals.parse({
  online: true,
  animal: {
    ...{ species: 'Triceratops', gender: 'Female', growth: 87, health: 94, stamina: 71, hunger: 62, thirst: 48 },
    ...{ dead: false, region: 'south-plains' },
  },
})
