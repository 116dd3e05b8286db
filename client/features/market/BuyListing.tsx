import { useSetAtom } from 'jotai'
import { useId, useState } from 'react'
import { Link } from 'wouter'
import { numberText } from '../../../shared/engine/numberText.ts'
import { economySettings } from '../../../shared/features/economy/settings.ts'
import { buyListing } from '../../../shared/features/market/commands.ts'
import type { ListingCard } from '../../../shared/features/market/queries.ts'
import { listedName } from '../../../shared/features/market/search.ts'
import { amountInWords, currencyNameOf } from '../../../shared/features/world/amounts.ts'
import { useCommand } from '../../connection/useCommand.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { Button } from '../../ui/Button.tsx'
import { Confirm } from '../../ui/Confirm.tsx'
import { CurrencyMark, Price } from '../../ui/Price.tsx'
import { showToastAtom } from '../../ui/Toast.tsx'
import styles from './Market.module.css'
import { factsText, homeOf, type Trader, whyNotBought } from './marketList.ts'
import type { Fate } from './useMarket.ts'

interface BuyListingProps {
  readonly card: ListingCard
  /** Null for a guest. */
  readonly trader: Trader | null
  readonly fate: Fate
}

const fateTexts = {
  bought: 'You bought this',
  gone: 'Sold or withdrawn',
  ended: 'No longer listed',
} as const satisfies Record<Exclude<Fate, 'open'>, string>

/** What an open question says when the listing is over; what was bought may have been bought in another window. */
const overTexts = {
  bought: "You've already bought this.",
  gone: buyListing.refusals.gone,
  ended: buyListing.refusals.gone,
} as const satisfies Record<keyof typeof fateTexts, string>

/** The price, and the button that asks and buys for it. What is sold meanwhile says so in the same place. */
export function BuyListing({ card, trader, fate }: BuyListingProps) {
  const id = useId()
  const [isAsking, ask] = useState(false)
  const { price, item } = card
  const whyNot = whyNotBought(card, trader)
  const missing = trader?.balances ? price.amount > trader.balances[price.currency] : false
  return (
    <div className={styles.buy}>
      <p className={styles.price}>
        <CurrencyMark currency={price.currency} size={24} />
        <span className={styles.amount}>{numberText(price.amount)}</span>
        <span className={styles.currency}>{currencyNameOf(price.amount, price.currency)}</span>
      </p>
      {fate === 'open' ? (
        <Button
          tone="main"
          aria-label={`Buy Now: ${listedName(item)}`}
          aria-describedby={whyNot === null ? undefined : id}
          disabled={whyNot !== null}
          onClick={() => ask(true)}
        >
          Buy Now
        </Button>
      ) : (
        <p className={styles.fate} role="status">
          {fate === 'bought' ? <Link href={homeOf(item).path}>{fateTexts.bought}</Link> : fateTexts[fate]}
        </p>
      )}
      {whyNot === null ? null : (
        // Its place stays when the listing is over, so that no card moves.
        <p
          id={id}
          className={trader ? styles.whyNot : 'unseen'}
          data-missing={missing || undefined}
          data-over={fate === 'open' ? undefined : ''}
        >
          {whyNot}
        </p>
      )}
      {isAsking && trader ? (
        <BuyQuestion
          card={card}
          trader={trader}
          whyNot={fate === 'open' ? whyNot : overTexts[fate]}
          onClose={() => ask(false)}
        />
      ) : null}
    </div>
  )
}

interface BuyQuestionProps {
  readonly card: ListingCard
  readonly trader: Trader
  /** Why it can no longer be bought, since the question was opened; null if it can. */
  readonly whyNot: string | null
  readonly onClose: () => void
}

/** Names what leaves and what comes. The price that is shown is sent along: another one is refused by the hub. */
function BuyQuestion({ card, trader, whyNot, onClose }: BuyQuestionProps) {
  const { run, busy, refusal } = useCommand(buyListing)
  const showToast = useSetAtom(showToastAtom)
  const { item, price, seller } = card
  const name = listedName(item)
  const has = trader.balances?.[price.currency] ?? 0
  const lockHours = useDocument(economySettings).value?.market.resaleLockHours ?? 0
  const buy = async () => {
    const answer = await run({ seller: seller.account, listing: card.id, price: price.amount })
    if (!answer.ok) return
    showToast(`You bought ${name}. It's in ${homeOf(item).name}.`)
    onClose()
  }
  return (
    <Confirm
      title={`Buy ${name}?`}
      action={`Buy for ${amountInWords(price.amount, price.currency)}`}
      tone="main"
      busyLabel={busy ? 'Buying…' : null}
      refusal={refusal?.message ?? null}
      blocked={whyNot}
      onConfirm={() => void buy()}
      onCancel={onClose}
    >
      <dl className={styles.exchange}>
        <div>
          <dt>You pay {seller.name || 'the seller'}</dt>
          <dd>
            <Price currency={price.currency} amount={price.amount} showsName />
          </dd>
          {has < price.amount || (whyNot !== null && !busy) ? null : (
            <dd className={styles.soft}>You will have {amountInWords(has - price.amount, price.currency)} left.</dd>
          )}
        </div>
        <div>
          <dt>You get</dt>
          <dd>{name}</dd>
          <dd className={styles.soft}>{factsText(item)}</dd>
        </div>
      </dl>
      <p>
        It goes into {homeOf(item).name} at once.
        {lockHours > 0 ? ` You can't sell it or give it away for ${lockHours} h.` : ''}
      </p>
    </Confirm>
  )
}
