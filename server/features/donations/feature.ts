import { account } from '../../../shared/features/account/account.ts'
import * as commands from '../../../shared/features/donations/commands.ts'
import {
  bookOf,
  donationHistory,
  donationRecords,
  donationSettings,
  donationSums,
  donationTests,
  ownDonations,
  unmatchedDonations,
} from '../../../shared/features/donations/donations.ts'
import { patron } from '../../../shared/features/patrons/patrons.ts'
import { derive, type Feature, implementQuery } from '../../engine/feature.ts'
import { implement } from '../../engine/rule.ts'
import { accountOf } from '../account/rules.ts'
import * as corrections from './corrections.ts'
import { perksOf, recordOf } from './records.ts'
import * as rules from './rules.ts'

/** What was donated, by whom, and the tiers that follow from it. */
export const donationsFeature: Feature = {
  name: 'donations',
  documents: [donationSums, donationRecords, ownDonations, unmatchedDonations, donationSettings, donationTests],
  archives: [donationHistory],
  commands: [
    implement(commands.recordDonation, rules.recordDonation),
    implement(commands.recordDonations, rules.recordDonations),
    implement(commands.receiveDonation, rules.receive),
    implement(commands.receiveDonationTest, rules.receiveTest),
    implement(commands.assignDonation, rules.assignDonation),
    implement(commands.setAsideDonation, rules.setAside),
    implement(commands.refundDonation, rules.refundDonation),
    implement(commands.undoRefund, corrections.undoRefund),
    implement(commands.withdrawDonation, corrections.withdraw),
    implement(commands.moveDonation, corrections.move),
    implement(commands.changeDonationTiers, rules.changeTiers),
    implement(commands.forgetDonor, rules.forgetDonor),
  ],
  queries: [
    implementQuery(commands.readDonations, async (context, { before, limit }) => {
      const { read, page, principal } = context
      const book = bookOf(read(account, accountOf(principal)).demo)
      const { rows, next } = await page(donationHistory, { filter: { act: 'receive', book }, before, limit })
      const donations = rows.map(({ at, row: { id, record, source, transaction, amount, currency } }) => {
        const found = recordOf(context, record)
        // A transaction that was withdrawn may have been recorded again, as another donation.
        const known = found?.id === id ? found : null
        const own = known?.account ?? null
        const name = own === null ? '' : read(account, own).name
        const state = known === null ? 'withdrawn' : known.isRefunded ? 'refunded' : 'received'
        const now = { account: own, name, state } as const
        return { id, record, at, source, transaction, amount, currency, ...now }
      })
      return { donations, next }
    }),
    implementQuery(commands.readOwnPerks, ({ read, principal }) => {
      const own = accountOf(principal)
      const { tiers } = read(donationSettings, bookOf(read(account, own).demo))
      return { perks: perksOf(tiers, read(patron, own).tier) }
    }),
  ],
  removals: [
    { kind: donationRecords, remove: rules.forgetOwner },
    { kind: unmatchedDonations, remove: rules.forgetUnmatched },
  ],
  derivations: [derive(account, rules.matchLinked), derive(patron, rules.goOnAfterEnd)],
}
