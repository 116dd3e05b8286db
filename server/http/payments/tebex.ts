import { createHash, createHmac } from 'node:crypto'
import { z } from 'zod'
import { minorUnits } from '../../../shared/features/donations/money.ts'
import {
  type DonationService,
  donorLine,
  headerOf,
  isFree,
  isSame,
  jsonOf,
  steamIdsIn,
  type Told,
} from './signedCall.ts'

const Call = z.object({ id: z.string(), type: z.string() })

/** The fields that count: https://docs.tebex.io/developers/webhooks/overview. It sends more, such as addresses. */
const Payment = z.object({
  subject: z.object({
    transaction_id: z.string().trim().min(1).max(120),
    price: z.object({ amount: z.number(), currency: z.string() }),
    customer: z
      .object({ username: z.object({ id: z.coerce.string(), username: z.string() }).partial().nullish() })
      .nullish(),
  }),
})

const events: Readonly<Record<string, 'paid' | 'refunded'>> = {
  'payment.completed': 'paid',
  'payment.refunded': 'refunded',
  // While a dispute is open the money may still come back.
  'payment.dispute.lost': 'refunded',
}

/** Tebex: JSON, signed with HMAC-SHA256 over the hexadecimal SHA-256 of the body. */
export const tebex = (secret: string): DonationService => ({
  source: 'tebex',
  contentType: 'application/json',
  isGenuine(body, headers) {
    const hash = createHash('sha256').update(body).digest('hex')
    return isSame(headerOf(headers, 'x-signature'), createHmac('sha256', secret).update(hash).digest('hex'))
  },
  read(body): Told {
    const json = jsonOf(body.toString('utf8'))
    const call = Call.safeParse(json)
    if (!call.success) return { kind: 'malformed', why: 'It lacks an id or a type.' }
    const { id, type } = call.data
    // Tebex checks an address by this call, and wants its id back.
    if (type === 'validation.webhook') return { kind: 'ignored', answer: { id } }
    const event = Object.hasOwn(events, type) ? events[type] : undefined
    if (event === undefined) return { kind: 'ignored' }
    const { success, data } = Payment.safeParse(json)
    if (!success) return { kind: 'malformed', why: 'It lacks a transaction or a price.' }
    const { transaction_id: transaction, price, customer } = data.subject
    if (isFree(price.amount)) return { kind: 'ignored' }
    const amount = minorUnits(String(price.amount), price.currency)
    if (amount === null)
      return { kind: 'malformed', why: `"${price.amount} ${price.currency}" is not an amount of money.`.slice(0, 100) }
    const donor = {
      donor: donorLine(customer?.username?.username),
      message: '',
      steamIds: steamIdsIn(customer?.username?.id),
      discordId: null,
    }
    return {
      kind: 'donation',
      donation: { source: 'tebex', transaction, event, amount, currency: price.currency, ...donor },
    }
  },
})
