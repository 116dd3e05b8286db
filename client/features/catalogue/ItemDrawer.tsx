import { useState } from 'react'
import { highestOrder, isPriced, mostPerDay, type Offer } from '../../../shared/features/catalogue/catalogue.ts'
import { mostCurrency } from '../../../shared/features/ledger/accounts.ts'
import { Button } from '../../ui/Button.tsx'
import { DateTimeField, momentIn, momentValue } from '../../ui/DateTimeField.tsx'
import { Form } from '../../ui/Form.tsx'
import { HeldDrawer } from '../../ui/HeldDrawer.tsx'
import { NumberField } from '../../ui/NumberField.tsx'
import { Stack } from '../../ui/Stack.tsx'
import { Toggle } from '../../ui/Toggle.tsx'
import { numberIn } from '../../ui/textRules.ts'
import { useCatalogueEdit } from './useCatalogueEdit.ts'

interface ItemDrawerProps {
  readonly offer: Offer
  readonly onClose: () => void
}

/** One item of the catalogue, with all that an owner can change of it. */
export function ItemDrawer({ offer, onClose }: ItemDrawerProps) {
  const { change, busy, problem, dismiss } = useCatalogueEdit()
  const { id, name, isOn, order } = offer
  const { draft, set, saved, clear, isOvertaken } = useItemDraft(offer)
  const hasPrice = isPriced(offer)
  const sale = numberIn(draft.sale)
  const given = {
    order: numberIn(draft.order) ?? order,
    ...(hasPrice && {
      price: numberIn(draft.price),
      perDay: numberIn(draft.perDay),
      sale: sale === null ? null : { price: sale, endsAt: momentIn(draft.saleEnds) },
    }),
  }
  return (
    <HeldDrawer title={name} onClose={onClose}>
      <Stack>
        <Toggle
          name="Available"
          description={isOn ? 'Players can see and get it.' : 'Hidden from players.'}
          on={isOn}
          isBusy={busy}
          onTurn={(next) => void change({ [id]: { isOn: next } })}
        />
        <Form
          label={`Change ${name}`}
          action="Save"
          busyLabel={busy ? 'Saving…' : null}
          problem={problem}
          onDismiss={dismiss}
          onSubmit={() => void change({ [id]: given }).then((isDone) => isDone && saved())}
        >
          {isOvertaken && !busy ? <Overtaken offer={offer} onTake={clear} /> : null}
          {hasPrice ? <PriceFields draft={draft} set={set} /> : null}
          <NumberField
            label="Order"
            hint="Lower comes first."
            needed="Enter a number."
            step={1}
            least={0}
            most={highestOrder}
            value={draft.order}
            onValue={(next) => set({ order: next })}
          />
        </Form>
      </Stack>
    </HeldDrawer>
  )
}

const draftOf = ({ basePrice, sale, perDay, order }: Offer) => ({
  price: String(basePrice),
  sale: sale ? String(sale.price) : '',
  saleEnds: sale?.endsAt ? momentValue(sale.endsAt) : '',
  perDay: perDay === null ? '' : String(perDay),
  order: String(order),
})
type Draft = ReturnType<typeof draftOf>

/** What is typed, until it is saved; otherwise the fields hold what is so now. Another owner may change the item meanwhile. */
function useItemDraft(offer: Offer) {
  const now = draftOf(offer)
  const key = JSON.stringify(now)
  const [held, setHeld] = useState<{ readonly key: string; readonly draft: Draft } | null>(null)
  const draft = held?.draft ?? now
  return {
    draft,
    set: (part: Partial<Draft>) => setHeld({ key: held?.key ?? key, draft: { ...draft, ...part } }),
    /** What was typed since it was sent stays. */
    saved: () => setHeld((latest) => (latest === held ? null : latest)),
    clear: () => setHeld(null),
    isOvertaken: held !== null && held.key !== key && JSON.stringify(held.draft) !== key,
  }
}

/** Says what another owner has saved meanwhile: what is typed stays until one of the two is chosen. */
function Overtaken({ offer, onTake }: { readonly offer: Offer; readonly onTake: () => void }) {
  const { price, sale, perDay, order } = draftOf(offer)
  const facts = [
    `list price ${price}`,
    sale && `sale price ${sale}`,
    perDay && `limit ${perDay} a day`,
    `order ${order}`,
  ]
  return (
    <div>
      <p role="alert">
        Someone else changed this in the meantime: {facts.filter(Boolean).join(', ')}. Saving overwrites that.
      </p>
      <Button onClick={onTake}>Use theirs</Button>
    </div>
  )
}

interface PriceFieldsProps {
  readonly draft: Draft
  readonly set: (part: Partial<Draft>) => void
}

const PriceFields = ({ draft, set }: PriceFieldsProps) => (
  <>
    <NumberField
      label="List price"
      hint="In Void Pearls."
      needed="Enter a price."
      step={1}
      least={1}
      most={mostCurrency}
      value={draft.price}
      onValue={(price) => set({ price })}
    />
    <NumberField
      label="Sale price (optional)"
      hint="Below the list price. Leave it empty to end the sale."
      step={1}
      least={1}
      most={mostCurrency}
      value={draft.sale}
      onValue={(next) => set({ sale: next })}
    />
    <DateTimeField
      label="Sale ends (optional)"
      value={draft.saleEnds}
      disabled={draft.sale === ''}
      onValue={(saleEnds) => set({ saleEnds })}
    />
    <NumberField
      label="Daily limit (optional)"
      hint="How many one player can get in a day (UTC)."
      step={1}
      least={1}
      most={mostPerDay}
      value={draft.perDay}
      onValue={(perDay) => set({ perDay })}
    />
  </>
)
