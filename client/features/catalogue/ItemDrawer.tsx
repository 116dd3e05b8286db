import { z } from 'zod'
import { highestOrder, isPriced, mostPerDay, type Offer } from '../../../shared/features/catalogue/catalogue.ts'
import { mostCurrency } from '../../../shared/features/ledger/accounts.ts'
import { DateTimeField, momentIn, momentValue } from '../../ui/DateTimeField.tsx'
import { Overtaken, useDraftOver } from '../../ui/draftOver.tsx'
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
  const now = draftOf(offer)
  const { draft, change: set, saved, clear, isOvertaken } = useDraftOver(`item ${id}`, Draft, now)
  const close = () => {
    clear()
    onClose()
  }
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
    <HeldDrawer title={name} onClose={close}>
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
          onSubmit={() => void change({ [id]: given }).then((isDone) => isDone && saved(JSON.stringify(draft)))}
        >
          {isOvertaken && !busy ? (
            <Overtaken onTake={clear}>Someone else changed this in the meantime: {inWords(now)}.</Overtaken>
          ) : null}
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

const Draft = z.object({
  price: z.string(),
  sale: z.string(),
  saleEnds: z.string(),
  perDay: z.string(),
  order: z.string(),
})
type Draft = z.infer<typeof Draft>

const draftOf = ({ basePrice, sale, perDay, order }: Offer): Draft => ({
  price: String(basePrice),
  sale: sale ? String(sale.price) : '',
  saleEnds: sale?.endsAt ? momentValue(sale.endsAt) : '',
  perDay: perDay === null ? '' : String(perDay),
  order: String(order),
})

/** `list price 9000, limit 2 a day, order 3`. */
function inWords({ price, sale, perDay, order }: Draft): string {
  const facts = [
    `list price ${price}`,
    sale && `sale price ${sale}`,
    perDay && `limit ${perDay} a day`,
    `order ${order}`,
  ]
  return facts.filter(Boolean).join(', ')
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
