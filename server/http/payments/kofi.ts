import { z } from 'zod'
import { minorUnits } from '../../../shared/features/donations/money.ts'
import {
  type DonationService,
  donorLine,
  isFree,
  isSame,
  jsonOf,
  messageLine,
  steamIdsIn,
  type Told,
} from './signedCall.ts'

/** The fields that count: https://ko-fi.com/manage/webhooks. It sends more, the e-mail address among them. */
const Payment = z.object({
  verification_token: z.string(),
  kofi_transaction_id: z.string().trim().min(1).max(120),
  type: z.string(),
  amount: z.string(),
  currency: z.string(),
  from_name: z.string().nullish(),
  message: z.string().nullish(),
  discord_userid: z
    .string()
    .regex(/^\d{5,25}$/)
    .nullish()
    .catch(null),
})

/** Of the call that "Send test" on Ko-fi's page sends, whatever else is in it. No payment has it. */
const testTransaction = '00000000-1111-2222-3333-444444444444'

const dataOf = (body: Buffer) => jsonOf(new URLSearchParams(body.toString('utf8')).get('data') ?? '')

/** Ko-fi: a form with one field of JSON, with a token that only Ko-fi and the owner know. It does not report refunds. */
export const kofi = (token: string): DonationService => ({
  source: 'kofi',
  contentType: 'application/x-www-form-urlencoded',
  isGenuine(body) {
    const { success, data } = Payment.pick({ verification_token: true }).safeParse(dataOf(body))
    return isSame(success ? data.verification_token : '', token) && success
  },
  read(body): Told {
    const { success, data } = Payment.safeParse(dataOf(body))
    if (!success) return { kind: 'malformed', why: 'It lacks a transaction, an amount or a currency.' }
    const { kofi_transaction_id: transaction, currency, message, from_name, discord_userid: discordId = null } = data
    if (transaction === testTransaction) return { kind: 'test' }
    if (isFree(data.amount)) return { kind: 'ignored' }
    const amount = minorUnits(data.amount, currency)
    if (amount === null)
      return { kind: 'malformed', why: `"${data.amount} ${currency}" is not an amount of money.`.slice(0, 100) }
    const donor = {
      donor: donorLine(from_name),
      message: messageLine(message),
      steamIds: steamIdsIn(message),
      discordId,
    }
    return { kind: 'donation', donation: { source: 'kofi', transaction, event: 'paid', amount, currency, ...donor } }
  },
})
