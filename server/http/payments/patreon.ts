import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { minorUnits, moneyInput } from '../../../shared/features/donations/money.ts'
import { type DonationService, donorLine, headerOf, isSame, jsonOf, steamIdsIn, type Told } from './signedCall.ts'

/** The fields that count: https://docs.patreon.com/#webhooks. It sends more, the e-mail address among them. */
const Call = z.object({
  data: z.object({
    id: z.string().trim().min(1).max(60),
    type: z.literal('member'),
    attributes: z.object({
      full_name: z.string().nullish(),
      note: z.string().nullish(),
      last_charge_date: z.string().nullish(),
      last_charge_status: z.string().nullish(),
      currently_entitled_amount_cents: z.int().nonnegative().nullish(),
    }),
  }),
  included: z.array(z.object({ type: z.string(), attributes: z.unknown() })).nullish(),
})
const User = z.object({
  social_connections: z.object({ discord: z.object({ user_id: z.string().regex(/^\d{5,25}$/) }).nullish() }).nullish(),
})

const events: Readonly<Record<string, 'paid' | 'refunded'>> = { paid: 'paid', refunded: 'refunded', fraud: 'refunded' }

/**
 * Patreon: JSON, signed with HMAC-MD5 over the body. A call says how a member is, not what was paid: a charge is the member with the date of the
 * last charge, and its amount is what the member is entitled to.
 * @param currency of the campaign, which Patreon does not tell
 */
export const patreon = (secret: string, currency: string): DonationService => ({
  source: 'patreon',
  contentType: 'application/json',
  isGenuine: (body, headers) =>
    isSame(headerOf(headers, 'x-patreon-signature'), createHmac('md5', secret).update(body).digest('hex')),
  read(body): Told {
    const { success, data: call } = Call.safeParse(jsonOf(body.toString('utf8')))
    if (!success) return { kind: 'malformed', why: 'It lacks a member.' }
    const { id, attributes } = call.data
    const { last_charge_date: date, last_charge_status: status, currently_entitled_amount_cents: cents } = attributes
    const event = events[(status ?? '').toLowerCase()]
    // A member whose charge is still open, or who pays nothing. Of a refund the amount is known from the payment: a member who left is entitled to nothing.
    if (!date || event === undefined || (event === 'paid' && !cents)) return { kind: 'ignored' }
    const at = Date.parse(date)
    if (Number.isNaN(at)) return { kind: 'malformed', why: 'The date of the last charge is not a date.' }
    const amount = cents ? minorUnits(moneyInput(cents, currency), currency) : 0
    if (amount === null) return { kind: 'malformed', why: `${cents} is not an amount of money.` }
    const donor = {
      donor: donorLine(attributes.full_name),
      message: '',
      steamIds: steamIdsIn(attributes.note),
      discordId: discordIn(call.included ?? []),
    }
    // Patreon writes the time of one charge in several ways.
    const transaction = `${id} ${new Date(at).toISOString()}`
    return { kind: 'donation', donation: { source: 'patreon', transaction, event, amount, currency, ...donor } }
  },
})

function discordIn(included: readonly { readonly type: string; readonly attributes?: unknown }[]): string | null {
  const user = User.safeParse(included.find(({ type }) => type === 'user')?.attributes)
  return user.data?.social_connections?.discord?.user_id ?? null
}
