import { z } from 'zod'
import { isCurrencyCode } from '../../shared/features/donations/money.ts'

const Secret = z.string().min(8, 'at least 8 characters').optional()

export const donationVariables = {
  DONATIONS_KOFI_TOKEN: Secret,
  DONATIONS_TEBEX_SECRET: Secret,
  DONATIONS_PATREON_SECRET: Secret,
  DONATIONS_PATREON_CURRENCY: z.string().refine(isCurrencyCode, 'a currency of ISO 4217, such as USD').default('USD'),
}
const Variables = z.object(donationVariables)

/** The services that report donations to the hub. One without its secret has no address here. */
export interface DonationConfig {
  readonly kofiToken: string | null
  readonly tebexSecret: string | null
  readonly patreon: { readonly secret: string; readonly currency: string } | null
}

export const donationsOf = (held: z.output<typeof Variables>): DonationConfig => ({
  kofiToken: held.DONATIONS_KOFI_TOKEN ?? null,
  tebexSecret: held.DONATIONS_TEBEX_SECRET ?? null,
  patreon: held.DONATIONS_PATREON_SECRET
    ? { secret: held.DONATIONS_PATREON_SECRET, currency: held.DONATIONS_PATREON_CURRENCY }
    : null,
})
