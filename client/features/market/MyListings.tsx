import { useState } from 'react'
import { Link } from 'wouter'
import { numberText } from '../../../shared/engine/numberText.ts'
import { withdrawListing } from '../../../shared/features/market/commands.ts'
import {
  type Listing,
  listings,
  marketPast,
  mostListings,
  type PastListing,
} from '../../../shared/features/market/listing.ts'
import { listedName } from '../../../shared/features/market/search.ts'
import { amountInWords } from '../../../shared/features/world/amounts.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { Button } from '../../ui/Button.tsx'
import { Chip, ChipSet } from '../../ui/Chip.tsx'
import { ConfirmCommand } from '../../ui/Confirm.tsx'
import { Price } from '../../ui/Price.tsx'
import { On, Until } from '../../ui/Time.tsx'
import { StatefulContent, statesOf } from '../../ui/templates/screenStates.tsx'
import { ItemArt } from './ListingCard.tsx'
import { factsText, homeOf, type OwnPart, ownParts } from './marketList.ts'
import styles from './Selling.module.css'

interface MyListingsProps {
  readonly account: string
  readonly part: OwnPart
  readonly onPart: (part: OwnPart) => void
  /** Null while nothing can be listed. */
  readonly onSell: (() => void) | null
}

const partNames: Readonly<Record<OwnPart, string>> = { open: 'Open', sold: 'Sold', ended: 'Ended', bought: 'Bought' }
const emptyTexts: Readonly<Record<OwnPart, string>> = {
  open: 'Nothing of yours is for sale right now.',
  sold: "You haven't sold anything yet.",
  ended: 'None of your listings has ended or been withdrawn.',
  bought: "You haven't bought anything on the market yet.",
}

const partOf = ({ end }: PastListing): OwnPart => (end === 'withdrawn' ? 'ended' : end)

/** What the user sells, sold, got back and bought. */
export function MyListings({ account, part, onPart, onSell }: MyListingsProps) {
  const own = useDocument(listings, account)
  const past = useDocument(marketPast, account)
  const [withdrawn, withdraw] = useState<Listing | null>(null)
  const open = Object.values(own.value?.open ?? {}).toSorted((one, other) => other.listedAt - one.listedAt)
  const over = Object.values(past.value?.past ?? {}).toSorted((one, other) => other.endedAt - one.endedAt)
  const shown = over.filter((one) => partOf(one) === part)
  const hasListed = open.length > 0 || over.some(({ end }) => end !== 'bought')
  const isUntouched = !hasListed && part !== 'bought'
  const count = (key: OwnPart) => (key === 'open' ? open.length : over.filter((one) => partOf(one) === key).length)
  const value = own.value && past.value
  const states = statesOf({ state: own.state, value }, () => (part === 'open' ? open : shown).length === 0, {
    title: isUntouched ? "You haven't listed anything for sale yet." : emptyTexts[part],
    children: part === 'bought' || onSell === null ? null : <Button onClick={onSell}>Sell something</Button>,
  })
  return (
    <>
      <ChipSet legend="Show" place="unseen">
        {ownParts.map((key) => (
          <Chip key={key} aria-pressed={key === part} onClick={() => onPart(key)}>
            {partNames[key]}
            {value && count(key) > 0 ? ` ${count(key)}` : ''}
          </Chip>
        ))}
      </ChipSet>
      <StatefulContent {...states}>
        {part === 'open' ? (
          <ul className={styles.rows} aria-label={`Open listings, ${open.length} of at most ${mostListings}`}>
            {open.map((one) => (
              <OpenRow key={one.id} listing={one} onWithdraw={withdraw} />
            ))}
          </ul>
        ) : (
          <ul className={styles.rows} aria-label={`${partNames[part]} listings`}>
            {shown.map((one) => (
              <PastRow key={`${one.id} ${one.end}`} past={one} />
            ))}
          </ul>
        )}
      </StatefulContent>
      {withdrawn ? <WithdrawQuestion listing={withdrawn} onClose={() => withdraw(null)} /> : null}
    </>
  )
}

interface OpenRowProps {
  readonly listing: Listing
  readonly onWithdraw: (listing: Listing) => void
}

const OpenRow = ({ listing, onWithdraw }: OpenRowProps) => {
  const { item, price, fee, endsAt } = listing
  return (
    <li className={styles.row}>
      <ItemArt item={item} size={88} />
      <What item={item} />
      <div className={styles.money}>
        <Price currency={price.currency} amount={price.amount} showsName />
        <span className={styles.soft}>
          You get {numberText(price.amount - fee)} after a fee of {numberText(fee)}
        </span>
      </div>
      <p className={styles.when}>
        Ends in <Until at={endsAt} />
      </p>
      <Button aria-label={`Withdraw ${listedName(item)}`} onClick={() => onWithdraw(listing)}>
        Withdraw
      </Button>
    </li>
  )
}

const What = ({ item }: Pick<Listing, 'item'>) => (
  <div>
    <h2 className={styles.rowName}>{listedName(item)}</h2>
    <p className={styles.soft}>{factsText(item)}</p>
  </div>
)

const endWords: Readonly<Record<PastListing['end'], string>> = {
  sold: 'Sold',
  bought: 'Bought',
  withdrawn: 'Withdrawn',
  ended: 'Ended unsold',
}

function PastRow({ past }: { readonly past: PastListing }) {
  const { item, end, endedAt, reversedAt } = past
  return (
    <li className={styles.row} data-over={reversedAt === null ? undefined : ''}>
      <ItemArt item={item} size={88} />
      <What item={item} />
      <Paid past={past} />
      <p className={styles.when}>
        {endWords[end]} <On at={endedAt} />
        {reversedAt === null ? null : (
          <span className={styles.undone}>
            Undone by staff <On at={reversedAt} />
          </span>
        )}
      </p>
      {end === 'sold' || end === 'bought' ? (
        <Link href="/ledger">Ledger</Link>
      ) : (
        <Link href={homeOf(item).path}>{item.kind === 'skin' ? 'Skins' : 'Inventory'}</Link>
      )}
    </li>
  )
}

function Paid({ past: { price, fee, end } }: { readonly past: PastListing }) {
  const isSold = end === 'sold'
  return (
    <div className={styles.money}>
      <Price currency={price.currency} amount={isSold ? price.amount - fee : price.amount} showsName />
      <span className={styles.soft}>
        {isSold
          ? `${numberText(price.amount)} less a fee of ${numberText(fee)}`
          : end === 'bought'
            ? 'Paid'
            : 'Asking price'}
      </span>
    </div>
  )
}

interface WithdrawQuestionProps {
  readonly listing: Listing
  readonly onClose: () => void
}

const WithdrawQuestion = ({ listing: { id, item, price }, onClose }: WithdrawQuestionProps) => (
  <ConfirmCommand
    command={withdrawListing}
    input={{ listing: id }}
    title={`Withdraw ${listedName(item)}?`}
    action="Withdraw"
    busyLabel="Withdrawing…"
    done={`${listedName(item)} is back in ${homeOf(item).name}.`}
    onClose={onClose}
  >
    <p>
      It's no longer for sale for {amountInWords(price.amount, price.currency)}, and goes back into {homeOf(item).name}.
      It costs nothing. You can list it again.
    </p>
  </ConfirmCommand>
)
