import { useAtomValue } from 'jotai'
import type { Gift } from '../../../shared/features/gifts/gifts.ts'
import { inventory, type OwnedDinosaur } from '../../../shared/features/inventory/inventory.ts'
import { knownOf } from '../../../shared/features/inventory/knownDinosaur.ts'
import { listedName } from '../../../shared/features/market/search.ts'
import { type OwnedSkin, ownedSkins } from '../../../shared/features/skins/ownedSkins.ts'
import { wallet } from '../../../shared/features/wallet/wallet.ts'
import { amountInWords } from '../../../shared/features/world/amounts.ts'
import { type Currency, currencies, currencyNames } from '../../../shared/features/world/currencies.ts'
import { accessAtom } from '../../connection/connectionState.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { NumberField } from '../../ui/NumberField.tsx'
import { Select } from '../../ui/Select.tsx'
import { useNow } from '../../ui/Time.tsx'
import { numberIn } from '../../ui/textRules.ts'
import { useFeature } from '../server/FeatureOff.tsx'

/** What the dialog begins with: a dinosaur or skin that was chosen already, or a kind of gift that can still be changed. */
export type GiftStart =
  | { readonly kind: 'currency' }
  | { readonly kind: 'dinosaur'; readonly dinosaur: string }
  | { readonly kind: 'skin'; readonly skin: string }

/** What is typed. `amount` as typed. */
export interface GiftDraft {
  readonly kind: Gift['kind']
  readonly currency: Currency
  readonly amount: string
  /** Null while none is chosen. */
  readonly dinosaur: string | null
  readonly skin: string | null
}

export const draftOf = (start: GiftStart): GiftDraft => ({
  kind: start.kind,
  currency: 'voidPearls',
  amount: '',
  dinosaur: start.kind === 'dinosaur' ? start.dinosaur : null,
  skin: start.kind === 'skin' ? start.skin : null,
})

/** As the command takes it; null while something is missing. */
export function giftIn({ kind, currency, amount, dinosaur, skin }: GiftDraft): Gift | null {
  if (kind === 'dinosaur') return dinosaur === null ? null : { kind, dinosaur }
  if (kind === 'skin') return skin === null ? null : { kind, skin }
  const whole = numberIn(amount)
  return whole === null ? null : { kind, currency, amount: whole }
}

type Owned = Pick<OwnedDinosaur, 'tradableAt'> & { readonly state: string }

/** Why a dinosaur or skin cannot be given away now; null if it can. @param now epoch ms */
export function whyNotGiven({ state, tradableAt }: Readonly<Owned>, now: number): string | null {
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
  { key: 'skin', name: 'A skin' },
] as const

/** What is given. A dinosaur or skin that was chosen before is only named. */
export function GiftFields({ start, draft, isFirst, onDraft }: GiftFieldsProps) {
  const hasBoth = useFeature('realInventory')
  const what = useChosenText(start)
  if (start.kind !== 'currency') return <p>{what}</p>
  return (
    <>
      {hasBoth ? (
        <Select label="Gift" options={kindNames} value={draft.kind} onValue={(kind) => onDraft({ ...draft, kind })} />
      ) : null}
      {draft.kind === 'currency' ? (
        <CurrencyFields draft={draft} isFirst={isFirst} onDraft={onDraft} />
      ) : (
        <ItemField key={draft.kind} kind={draft.kind} draft={draft} onDraft={onDraft} />
      )}
    </>
  )
}

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
        hint={has === null ? null : `You have ${amountInWords(has, currency)}.`}
        problem={has === 0 ? `You have no ${currencyNames[currency]}.` : null}
      />
    </>
  )
}

const nowEveryMs = 60_000

interface ItemFieldProps extends Pick<GiftFieldsProps, 'draft' | 'onDraft'> {
  readonly kind: 'dinosaur' | 'skin'
}

function ItemField({ kind, draft, onDraft }: ItemFieldProps) {
  const { dinosaurs, skins } = useOwned()
  const now = useNow(nowEveryMs)
  const all: readonly (Readonly<OwnedDinosaur> | Readonly<OwnedSkin>)[] | null = kind === 'dinosaur' ? dinosaurs : skins
  if (all === null) return <p role="status">Loading what you have…</p>
  const given = all.filter((entry) => whyNotGiven(entry, now) === null)
  const locked = all.length - given.length
  const options = given
    .map((entry) => ({ key: entry.id, name: itemText(entry) }))
    .sort((one, other) => one.name.localeCompare(other.name))
  return (
    <Select
      label={kind === 'dinosaur' ? 'Dinosaur' : 'Skin'}
      options={options}
      value={draft[kind]}
      onValue={(id) => onDraft({ ...draft, [kind]: id })}
      placeholder={given.length === 0 ? 'None can be given away now' : `Choose a ${kind}`}
      needed={`Choose a ${kind}.`}
      hint={locked === 0 ? null : `${locked} more can't be given away yet: for sale, on the way, or new.`}
    />
  )
}

/** Null until they have arrived. */
function useOwned() {
  const me = useAtomValue(accessAtom).principal?.id ?? ''
  const own = useDocument(inventory, me).value
  const kept = useDocument(ownedSkins, me).value
  return { dinosaurs: own && Object.values(own.dinosaurs), skins: kept && Object.values(kept.skins) }
}

function itemText(entry: Readonly<OwnedDinosaur> | Readonly<OwnedSkin>): string {
  if (!('growth' in entry)) return listedName({ ...entry, kind: 'skin' })
  const { name, speciesName } = knownOf(entry)
  const whose = name === speciesName ? name : `${name} (${speciesName})`
  return entry.growth === null ? whose : `${whose}, ${entry.growth}% grown`
}

function useChosenText(start: GiftStart): string {
  const { dinosaurs, skins } = useOwned()
  if (start.kind === 'skin') {
    const skin = skins?.find(({ id }) => id === start.skin)
    return skin ? `Gift: ${itemText(skin)}` : "You don't have this skin any more."
  }
  const entry = start.kind === 'dinosaur' ? dinosaurs?.find(({ id }) => id === start.dinosaur) : undefined
  return entry ? `Gift: ${itemText(entry)}` : 'This dinosaur is no longer in your inventory.'
}
