import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useRef } from 'react'
import { z } from 'zod'
import { numberText } from '../../../shared/engine/numberText.ts'
import { account } from '../../../shared/features/account/account.ts'
import { type EconomySettings, economySettings } from '../../../shared/features/economy/settings.ts'
import { openListing } from '../../../shared/features/market/commands.ts'
import { feeOf, leastPrice, marketCurrencyOf, mostPrice } from '../../../shared/features/market/fee.ts'
import { listings, mostListings } from '../../../shared/features/market/listing.ts'
import { listedName } from '../../../shared/features/market/search.ts'
import { alikeKey, usualPriceOf, usualPrices } from '../../../shared/features/market/usualPrice.ts'
import { amountInWords } from '../../../shared/features/world/amounts.ts'
import { currencyNames } from '../../../shared/features/world/currencies.ts'
import { accessAtom } from '../../connection/connectionState.ts'
import { useCommand } from '../../connection/useCommand.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { ActionLink } from '../../ui/Button.tsx'
import { Dialog, DialogBody } from '../../ui/Dialog.tsx'
import { Form } from '../../ui/Form.tsx'
import { NumberField } from '../../ui/NumberField.tsx'
import { Price } from '../../ui/Price.tsx'
import { On, useNow } from '../../ui/Time.tsx'
import { showToastAtom } from '../../ui/Toast.tsx'
import { numberIn } from '../../ui/textRules.ts'
import { useDraft } from '../../ui/useDraft.ts'
import { ItemArt } from './ListingCard.tsx'
import { factsText, homeOf, type SoldEntry, usualText } from './marketList.ts'
import styles from './Selling.module.css'
import { type Sellable, useSellable } from './useSellable.ts'

interface SellDialogProps {
  readonly account: string
  /** Null while the user has not chosen. */
  readonly entry: SoldEntry | null
  /** Left out where the entry cannot be changed. */
  readonly onChoose?: (entry: SoldEntry) => void
  /** After it was listed. */
  readonly onListed?: () => void
  readonly onClose: () => void
}

/** Puts something on the market: what, and for how much. The second step is a dialog of its own, so that the focus begins in its field. */
export function SellDialog({ account, entry, onChoose, onListed, onClose }: SellDialogProps) {
  const all = useSellable(account)
  const chosen = all?.find(({ kind, id }) => kind === entry?.kind && id === entry.id)
  const shown = useRef<string | null>(null)
  const entryId = entry?.id ?? null
  useEffect(() => {
    shown.current = entryId
    return () => {
      shown.current = null
    }
  }, [entryId])
  // The address may have led elsewhere before the answer, which must not lead back then.
  const onDone = (id: string) => {
    if (shown.current !== id) return
    onListed?.()
    onClose()
  }
  return (
    <Dialog key={chosen?.id} title={chosen ? `Sell ${chosen.name}` : 'What do you want to sell?'} onClose={onClose}>
      <DialogBody>
        {chosen ? (
          <SellForm key={chosen.id} account={account} sold={chosen} onDone={onDone} onClose={onClose} />
        ) : all === null ? (
          <p role="status">Loading your inventory…</p>
        ) : (
          <Choose all={all} isGone={entry !== null} onChoose={onChoose} />
        )}
      </DialogBody>
    </Dialog>
  )
}

interface ChooseProps {
  readonly all: readonly Sellable[]
  readonly onChoose: SellDialogProps['onChoose'] | undefined
  /** The entry of the address is not among them. */
  readonly isGone: boolean
}

function Choose({ all, isGone, onChoose }: ChooseProps) {
  if (isGone && !onChoose) return <p>It is no longer in your inventory.</p>
  if (all.length === 0)
    return (
      <>
        <p>You have nothing to sell yet. Dinosaurs that you buy or park can be sold here.</p>
        <ActionLink href="/shop">Go to the shop</ActionLink>
      </>
    )
  return (
    <>
      {all.every(({ whyNot }) => whyNot !== null) ? <p>You can't sell anything yet.</p> : null}
      <ul className={styles.choices} aria-label="What you have">
        {all.map((one, index) => (
          <li key={`${one.kind} ${one.id}`}>
            <button
              type="button"
              className={styles.choice}
              disabled={one.whyNot !== null}
              data-first-focus={index === 0 || undefined}
              onClick={() => onChoose?.({ kind: one.kind, id: one.id })}
            >
              <ItemArt item={one.item} size={72} />
              <span>
                <span className={styles.choiceName}>{one.name}</span>
                <span className={styles.soft}>{one.whyNot ?? factsText(one.item)}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

interface SellFormProps extends Pick<SellDialogProps, 'account' | 'onClose'> {
  readonly sold: Sellable
  /** It was listed. */
  readonly onDone: (id: string) => void
}

function SellForm({ account, sold, onDone, onClose }: SellFormProps) {
  const { kind, id, item, name, whyNot } = sold
  const settings = useDocument(economySettings).value?.market ?? null
  const open = Object.keys(useDocument(listings, account).value?.open ?? {}).length
  const { run, busy, refusal, dismiss } = useCommand(openListing)
  const { may } = useAtomValue(accessAtom)
  const showToast = useSetAtom(showToastAtom)
  const { value: typed, change, clear } = useDraft(`price of ${id}`, z.string(), '')
  const currency = marketCurrencyOf(item.species)
  const price = askedIn(typed)
  const isFull = open >= mostListings
  const list = async () => {
    if (price === null || settings === null) return
    const answer = await run({ item: { kind, id }, price, fee: feeOf(settings, price) })
    if (!answer.ok) return
    clear()
    showToast(`${name} is for sale for ${amountInWords(price, currency)}.`)
    onDone(id)
  }
  const blocked = whyNot ?? (isFull ? openListing.refusals.tooMany : null)
  return (
    <Form
      label={`Sell ${name}`}
      action={price === null ? 'List for sale' : `List for ${amountInWords(price, currency)}`}
      busyLabel={busy ? 'Listing…' : null}
      blocked={may.includes(openListing.permission) ? blocked : "You can't sell anything now."}
      problem={refusal?.message ?? null}
      onDismiss={dismiss}
      onSubmit={() => void list()}
      onCancel={() => {
        clear()
        onClose()
      }}
    >
      <div className={styles.sold}>
        <ItemArt item={item} size={112} />
        <div>
          <p>{listedName(item)}</p>
          <p className={styles.soft}>{factsText(item)}</p>
        </div>
      </div>
      <NumberField
        label={`Price in ${currencyNames[currency]}`}
        value={typed}
        onValue={change}
        needed="Enter a price."
        least={leastPrice}
        most={mostPrice}
        step={1}
        hint={<UsualHint item={item} price={price} />}
        data-first-focus
      />
      {settings ? <Sums settings={settings} price={price} item={item} /> : <p role="status">Loading the fee…</p>}
      <p className={styles.soft}>
        It stays in {homeOf(item).name} while it's listed, but you can't use it. You can withdraw it at any time until
        it is sold. The price can't be changed: withdraw it and list it again.
      </p>
    </Form>
  )
}

/** The price that was typed; null while it is not a price. */
function askedIn(typed: string): number | null {
  const price = numberIn(typed)
  return price !== null && Number.isInteger(price) && price >= leastPrice && price <= mostPrice ? price : null
}

/** A price that is so many times the usual one, or so small a part of it, may be a slip. */
const farFactor = 3

function UsualHint({ item, price }: { readonly item: Sellable['item']; readonly price: number | null }) {
  const now = useNow(60_000)
  const me = useAtomValue(accessAtom).principal?.id ?? ''
  const isDemo = useDocument(account, me).value?.demo ?? false
  const { value } = useDocument(usualPrices, alikeKey(item, isDemo))
  if (value === null) return 'Loading the usual price…'
  const usual = usualPriceOf(value, now)
  const isKnown = usual.confidence !== 'none' && price !== null
  const isHigh = isKnown && price > usual.price * farFactor
  const isLow = isKnown && price * farFactor < usual.price
  return (
    <>
      {usualText(usual)}.
      {isHigh || isLow ? (
        <strong className={styles.far}>{isHigh ? ' This is far above it.' : ' This is far below it.'}</strong>
      ) : null}
    </>
  )
}

interface SumsProps extends Pick<Sellable, 'item'> {
  readonly settings: EconomySettings['market']
  readonly price: number | null
}

const dayMs = 86_400_000

/** Fee and proceeds while the user types, and until when it is listed. */
function Sums({ settings, price, item }: SumsProps) {
  const now = useNow(60_000)
  const currency = marketCurrencyOf(item.species)
  const fee = price === null ? null : feeOf(settings, price)
  const { feePermille, feeFloor, feeCap, listingDays } = settings
  return (
    <dl className={styles.sums}>
      <div>
        <dt>
          Fee
          <span className={styles.feeRule}>
            {feePermille / 10}%, at least {numberText(Math.min(feeFloor, feeCap))}, at most {numberText(feeCap)}
          </span>
        </dt>
        <dd>{fee === null ? '–' : <Price currency={currency} amount={fee} />}</dd>
      </div>
      <div data-main>
        <dt>You get</dt>
        <dd aria-live="polite">
          {price === null || fee === null ? '–' : <Price currency={currency} amount={price - fee} showsName />}
        </dd>
      </div>
      <div>
        <dt>Listed for {listingDays === 1 ? '1 day' : `${listingDays} days`}</dt>
        <dd>
          until <On at={now + listingDays * dayMs} />
        </dd>
      </div>
    </dl>
  )
}
