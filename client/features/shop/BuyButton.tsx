import { atom, useAtom, useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useId, useRef, useState } from 'react'
import { numberText } from '../../../shared/engine/numberText.ts'
import { catalogueCurrency } from '../../../shared/features/catalogue/items.ts'
import { buyDinosaur, purchasedText } from '../../../shared/features/shop/commands.ts'
import { amountInWords, currencyNameOf } from '../../../shared/features/world/amounts.ts'
import { accessAtom } from '../../connection/connectionState.ts'
import { useCommand } from '../../connection/useCommand.ts'
import { Button } from '../../ui/Button.tsx'
import { Confirm } from '../../ui/Confirm.tsx'
import { CurrencyMark } from '../../ui/Price.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { useNow } from '../../ui/Time.tsx'
import { showToastAtom } from '../../ui/Toast.tsx'
import styles from './Shop.module.css'
import { type Buyer, type DinosaurOffer, isLarge, leftToday, whyNotBought } from './shopList.ts'

/** The day of UTC changes seldom. */
const dayTickMs = 30_000
/** For how long a purchase is shown as done: the second press of a double tap must not buy another one. */
const boughtMs = 1_000

/**
 * What became of the last purchase of each item, by account and session. Kept outside of the page: a user who leaves the shop while a purchase
 * has no answer yet, and comes back, finds it in flight and does not buy a second time. It tells nothing to the user who signs in next.
 */
const purchasesAtom = atom<Readonly<Record<string, 'buying' | 'bought' | null>>>({})

interface BuyProps {
  readonly offer: DinosaurOffer
  /** Null for a guest. */
  readonly buyer: Buyer | null
}

/** The price, and the button that buys for it. The price that is shown is sent along: another one is refused by the hub. */
export function BuyButton({ offer, buyer }: BuyProps) {
  const id = useId()
  const now = useNow(dayTickMs)
  const [asked, ask] = useState<number | null>(null)
  const showToast = useSetAtom(showToastAtom)
  const { run, refusal, dismiss } = useCommand(buyDinosaur)
  const [purchases, setPurchases] = useAtom(purchasesAtom)
  const { name, price } = offer
  const { principal } = useAtomValue(accessAtom)
  const key = `${principal?.id} ${principal?.session?.id} ${offer.id}`
  const purchase = purchases[key] ?? null
  const mark = (next: 'buying' | 'bought' | null) => setPurchases((all) => ({ ...all, [key]: next }))
  const whyNot = whyNotBought(offer, buyer, now)
  const left = buyer && leftToday(offer, buyer, now)
  const isHere = useRef(false)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  const buy = async (seen: number) => {
    mark('buying')
    const answer = await run({ item: offer.id, price: seen })
    ask(null)
    mark(answer.ok ? 'bought' : null)
    // Its refusal is shown at the button: a user who has left the shop would not learn of it.
    if (!answer.ok) return isHere.current ? undefined : showToast(`${name} was not bought. ${answer.message}`)
    showToast(purchasedText(answer.output.name))
    setTimeout(() => mark(null), boughtMs)
  }
  const press = () => (buyer && isLarge(price, buyer) ? ask(price) : void buy(price))
  return (
    <div className={styles.buy}>
      <Prices offer={offer} />
      <Button
        tone="main"
        aria-label={`${purchase === 'bought' ? 'Bought' : 'Buy Now'}: ${name}`}
        aria-describedby={whyNot === null ? undefined : id}
        disabled={whyNot !== null}
        // Not disabled: a disabled button would lose the focus.
        aria-disabled={purchase === 'bought' || undefined}
        busyLabel={purchase === 'buying' && asked === null ? 'Buying…' : null}
        onClick={purchase === 'bought' ? undefined : press}
      >
        {purchase === 'bought' ? 'Bought' : 'Buy Now'}
      </Button>
      {whyNot === null ? null : (
        <p id={id} className={buyer ? styles.whyNot : 'unseen'}>
          {whyNot}
        </p>
      )}
      {whyNot === null && left !== null ? <p className={styles.whyNot}>{left} left for you today</p> : null}
      {refusal && whyNot === null ? <Problem onDismiss={dismiss}>{refusal.message}</Problem> : null}
      {asked !== null && buyer ? (
        <Confirm
          title={`Buy ${name}?`}
          action={`Buy for ${numberText(asked)}`}
          tone="main"
          busyLabel={purchase === 'buying' ? 'Buying…' : null}
          refusal={null}
          blocked={whyNot}
          onConfirm={() => void buy(asked)}
          onCancel={() => ask(null)}
        >
          <p>{costText(asked, buyer.pearls ?? 0)}</p>
          <p>{name} goes into your inventory and stays there until you redeem it.</p>
        </Confirm>
      ) : null}
    </div>
  )
}

/** What is left is said only of a balance that covers the price: another tab may have spent it meanwhile. */
const costText = (price: number, pearls: number) =>
  pearls < price
    ? `It costs ${amountInWords(price, catalogueCurrency)}. You have ${numberText(pearls)}.`
    : `It costs ${numberText(price)} of your ${amountInWords(pearls, catalogueCurrency)}. You will have ${numberText(pearls - price)} left.`

function Prices({ offer: { price, basePrice, sale } }: Pick<BuyProps, 'offer'>) {
  return (
    <p className={styles.price}>
      <span className={styles.asked}>
        <CurrencyMark currency="voidPearls" size={24} />
        <span className={styles.amount}>
          <span className="unseen">{sale ? 'Sale price ' : 'Price '}</span>
          {numberText(price)}
          <span className="unseen"> {currencyNameOf(price, catalogueCurrency)}</span>
        </span>
      </span>
      {sale ? (
        <s className={styles.before}>
          <span className="unseen">instead of </span>
          {numberText(basePrice)}
        </s>
      ) : null}
    </p>
  )
}
