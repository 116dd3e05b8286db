import { useAtomValue } from 'jotai'
import type { Gift } from '../../../shared/features/gifts/gifts.ts'
import { inventory, type OwnedDinosaur } from '../../../shared/features/inventory/inventory.ts'
import { knownOf } from '../../../shared/features/inventory/knownDinosaur.ts'
import { wallet } from '../../../shared/features/wallet/wallet.ts'
import { type Currency, currencies, currencyNames } from '../../../shared/features/world/currencies.ts'
import { accessAtom } from '../../connection/connectionState.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { NumberField } from '../../ui/NumberField.tsx'
import { Select } from '../../ui/Select.tsx'
import { useNow } from '../../ui/Time.tsx'
import { numberIn } from '../../ui/textRules.ts'
import { useFeature } from '../server/FeatureOff.tsx'

/** What the dialog begins with: a dinosaur that was chosen already, or a kind of gift that can still be changed. */
export type GiftStart = { readonly kind: 'currency' } | { readonly kind: 'dinosaur'; readonly dinosaur: string }

/** What is typed. `amount` as typed. */
export interface GiftDraft {
  readonly kind: Gift['kind']
  readonly currency: Currency
  readonly amount: string
  /** Null while none is chosen. */
  readonly dinosaur: string | null
}

export const draftOf = (start: GiftStart): GiftDraft => ({
  kind: start.kind,
  currency: 'voidPearls',
  amount: '',
  dinosaur: start.kind === 'dinosaur' ? start.dinosaur : null,
})

/** As the command takes it; null while something is missing. */
export function giftIn({ kind, currency, amount, dinosaur }: GiftDraft): Gift | null {
  if (kind === 'dinosaur') return dinosaur === null ? null : { kind, dinosaur }
  const whole = numberIn(amount)
  return whole === null ? null : { kind, currency, amount: whole }
}

/** Why a dinosaur cannot be given away now; null if it can. @param now epoch ms */
export function whyNotGiven({ state, tradableAt }: Readonly<OwnedDinosaur>, now: number): string | null {
  if (state === 'listed') return 'It is for sale.'
  if (state !== 'stored') return 'It is on its way.'
  if (tradableAt === null || tradableAt <= now) return null
  return `You can give it away from ${timeFormat.format(tradableAt)}.`
}
const timeFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })

interface GiftFieldsProps {
  readonly start: GiftStart
  readonly draft: GiftDraft
  /** Whether the first field takes the focus. */
  readonly isFirst: boolean
  readonly onDraft: (draft: GiftDraft) => void
}

const kindNames = [
  { key: 'currency', name: 'Currency' },
  { key: 'dinosaur', name: 'A dinosaur' },
] as const

/** What is given. A dinosaur that was chosen before is only named. */
export function GiftFields({ start, draft, isFirst, onDraft }: GiftFieldsProps) {
  const hasBoth = useFeature('realInventory')
  if (start.kind === 'dinosaur') return <ChosenDinosaur id={start.dinosaur} />
  return (
    <>
      {hasBoth ? (
        <Select label="Gift" options={kindNames} value={draft.kind} onValue={(kind) => onDraft({ ...draft, kind })} />
      ) : null}
      {draft.kind === 'currency' ? (
        <CurrencyFields draft={draft} isFirst={isFirst} onDraft={onDraft} />
      ) : (
        <DinosaurField draft={draft} onDraft={onDraft} />
      )}
    </>
  )
}

const figures = new Intl.NumberFormat('en-GB')
const currencyOptions = currencies.map((key) => ({ key, name: currencyNames[key] }))

/** Digits of a balance of any size. */
const leastAmount = 1

function CurrencyFields({ draft, isFirst, onDraft }: Pick<GiftFieldsProps, 'draft' | 'isFirst' | 'onDraft'>) {
  const me = useAtomValue(accessAtom).principal?.id ?? ''
  const own = useDocument(wallet, me).value
  const { currency } = draft
  const has = own?.[currency] ?? null
  return (
    <>
      <Select
        label="Currency"
        options={currencyOptions}
        value={currency}
        onValue={(next) => onDraft({ ...draft, currency: next })}
      />
      <NumberField
        label="Amount"
        data-first-focus={isFirst || undefined}
        needed="Enter a whole amount."
        least={leastAmount}
        {...(has !== null && has >= leastAmount ? { most: has } : {})}
        step={1}
        value={draft.amount}
        onValue={(amount) => onDraft({ ...draft, amount })}
        hint={has === null ? null : `You have ${figures.format(has)} ${currencyNames[currency]}.`}
        problem={has === 0 ? `You have no ${currencyNames[currency]}.` : null}
      />
    </>
  )
}

const nowEveryMs = 60_000

function DinosaurField({ draft, onDraft }: Pick<GiftFieldsProps, 'draft' | 'onDraft'>) {
  const me = useAtomValue(accessAtom).principal?.id ?? ''
  const { value } = useDocument(inventory, me)
  const now = useNow(nowEveryMs)
  if (value === null) return <p role="status">Loading your inventory…</p>
  const all = Object.values(value.dinosaurs)
  const given = all.filter((entry) => whyNotGiven(entry, now) === null)
  const locked = all.length - given.length
  const options = given
    .map((entry) => ({ key: entry.id, name: dinosaurText(entry) }))
    .sort((one, other) => one.name.localeCompare(other.name))
  return (
    <Select
      label="Dinosaur"
      options={options}
      value={draft.dinosaur}
      onValue={(dinosaur) => onDraft({ ...draft, dinosaur })}
      placeholder={given.length === 0 ? 'None can be given away now' : 'Choose a dinosaur'}
      needed="Choose a dinosaur."
      hint={locked === 0 ? null : `${locked} more can't be given away yet: for sale, on the way, or new.`}
    />
  )
}

function dinosaurText(entry: Readonly<OwnedDinosaur>): string {
  const { name, speciesName } = knownOf(entry)
  const whose = name === speciesName ? name : `${name} (${speciesName})`
  return entry.growth === null ? whose : `${whose}, ${entry.growth} % grown`
}

function ChosenDinosaur({ id }: { readonly id: string }) {
  const me = useAtomValue(accessAtom).principal?.id ?? ''
  const { value } = useDocument(inventory, me)
  const entry = value?.dinosaurs[id]
  return <p>{entry ? `Gift: ${dinosaurText(entry)}` : 'This dinosaur is no longer in your inventory.'}</p>
}
