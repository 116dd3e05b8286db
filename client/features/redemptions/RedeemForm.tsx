import { useState } from 'react'
import type { Offer } from '../../../shared/features/catalogue/catalogue.ts'
import type {
  PerkItem,
  RedemptionDinosaurItem,
  VariantItem,
  WeatherItem,
} from '../../../shared/features/catalogue/items.ts'
import { variantItems, weatherItems } from '../../../shared/features/catalogue/redemptionItems.ts'
import { membership, pack } from '../../../shared/features/packs/pack.ts'
import { redeemItem } from '../../../shared/features/redemptions/commands.ts'
import { longestCustomMessage, type RedeemGroup } from '../../../shared/features/redemptions/redemption.ts'
import { type Plan, planDinosaur, planEffect } from '../../../shared/features/redemptions/steps.ts'
import { type Refusal, useCommand } from '../../connection/useCommand.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox, CheckboxGroup } from '../../ui/Checkbox.tsx'
import { Field } from '../../ui/Field.tsx'
import { Price } from '../../ui/Price.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { Select } from '../../ui/Select.tsx'
import { useOffers } from '../catalogue/useCatalogue.ts'
import { StandText, stepText, useByHandNote } from './Receipts.tsx'
import styles from './Redemptions.module.css'
import { nameProblem, type Redeemer, replacedText, runningIn, standProblem } from './useRedeemer.ts'

export type RedeemOffer = Offer<RedemptionDinosaurItem | PerkItem | VariantItem | WeatherItem>

export const groupOf = ({ kind }: Pick<RedeemOffer, 'kind'>): RedeemGroup =>
  kind === 'redemptionDinosaur' ? 'dinosaurs' : kind === 'variant' ? 'mutations' : kind === 'perk' ? 'perks' : 'weather'

interface Choice {
  readonly variants: readonly string[]
  readonly weather: string
  readonly destination: string
  readonly message: string
}

/** What the game will do for it, by what links can do now. */
export function planOf(offer: RedeemOffer, kinds: Redeemer['kinds'], { variants, weather }: Choice): Plan {
  const can = kinds ?? []
  if (offer.kind === 'redemptionDinosaur') {
    const tags = variantItems.filter(({ id }) => variants.includes(id)).map(({ tag }) => tag)
    return planDinosaur(offer.species, 1, can, { main: tags })
  }
  if (offer.kind === 'variant') return planEffect('mutate', offer.tag, can)
  if (offer.kind === 'weather') return planEffect('weather', offer.weather, can)
  if (offer.id === 'full-heal') return planEffect('heal', '', can)
  if (offer.id === 'custom-message') return planEffect('message', '', can)
  if (offer.id === 'custom-teleport') return planEffect('teleport', '', can)
  if (offer.id === 'weather-control')
    return planEffect('weather', weatherItems.find(({ id }) => id === weather)?.weather ?? '', can)
  return planEffect('grow', offer.id === 'adult-growth' ? '1' : '0.5', can)
}

/** Why the button cannot be pressed now; null if it can. */
function whyNot(offer: RedeemOffer, redeemer: Redeemer, typedName: string): string | null {
  const { pearls, kinds } = redeemer
  const wrongName = nameProblem(typedName, redeemer)
  if (wrongName !== null) return wrongName
  if (pearls === null || kinds === null) return 'Loading your balance…'
  if (pearls < offer.price) return `❌ Insufficient currency. Need ${offer.price}, have ${pearls}`
  const running = runningIn(redeemer, groupOf(offer))
  if (running?.state === 'unknown') return "We're checking whether your last one arrived. Staff will settle it first."
  return running ? `Wait for ${running.name}: only one redemption of each kind at a time.` : null
}

interface RedeemFormProps {
  readonly offer: RedeemOffer
  readonly redeemer: Redeemer
  /** As typed: it has to mean the user. */
  readonly playerName: string
  /** Given where it is elsewhere on the page. */
  readonly message?: string
  /** What the page says of a refusal, without the cross before it. */
  readonly refusedAs: (refusal: Refusal) => string
  /** Called with the id of the redemption. */
  readonly onAsked: (id: string) => void
}

/** The choices of one item, what will happen, its price, and the button. */
export function RedeemForm({ offer, redeemer, playerName, message, refusedAs, onAsked }: RedeemFormProps) {
  const [choice, setChoice] = useState<Choice>({ variants: [], weather: '', destination: '', message: '' })
  const [isAgreed, agree] = useState(false)
  const { run, busy, refusal, dismiss } = useCommand(redeemItem)
  const plan = planOf(offer, redeemer.kinds, choice)
  const isKnown = redeemer.kinds !== null
  const note = useByHandNote(plan.steps[0]?.kind)
  const stand = isKnown ? standProblem(plan, redeemer) : null
  const replaced = isKnown ? replacedText(plan, redeemer) : null
  const problem = whyNot(offer, redeemer, playerName)
  const text = message ?? choice.message
  const redeem = async () => {
    const { variants, weather, destination } = choice
    const input = {
      item: offer.id,
      price: offer.price,
      byHand: isAgreed,
      variants: [...variants],
      weather,
      destination,
    }
    const answer = await run({ ...input, message: text })
    if (!answer.ok) return
    setChoice({ variants: [], weather: '', destination: '', message: '' })
    onAsked(answer.output.id)
  }
  const set = (change: Partial<Choice>) => setChoice((before) => ({ ...before, ...change }))
  const missing = plan.isByHand && !isAgreed
  return (
    <div className={styles.form}>
      <Options offer={offer} me={redeemer.id} choice={choice} set={set} hasMessage={message === undefined} />
      {isKnown && !plan.isByHand ? (
        <ol className={styles.how} aria-label="What happens">
          {plan.steps.map((step) => (
            <li key={step.kind}>{stepText(step)}</li>
          ))}
        </ol>
      ) : null}
      {isKnown && plan.isByHand ? (
        <div className={styles.note}>
          <p>{note}</p>
          <Checkbox label="I'll wait for staff" checked={isAgreed} onCheck={agree} />
        </div>
      ) : null}
      {stand === null ? null : (
        <p className={styles.note} data-tone="info" role="status">
          <StandText problem={stand} />
        </p>
      )}
      {replaced === null ? null : <p className={styles.note}>{replaced}</p>}
      <div className={styles.foot}>
        <Price
          currency="voidPearls"
          amount={offer.price}
          showsName
          tooPoor={(redeemer.pearls ?? offer.price) < offer.price}
        />
        <Button
          tone="main"
          disabled={problem !== null || stand !== null || missing || !isKnown}
          busyLabel={busy ? 'Processing…' : null}
          onClick={() => void redeem()}
        >
          Redeem
        </Button>
      </div>
      {problem === null ? null : <p className={styles.soft}>{problem}</p>}
      {refusal ? (
        <Problem onDismiss={dismiss}>
          {refusal.message.startsWith('❌') ? refusal.message : `❌ ${refusedAs(refusal)}`}
        </Problem>
      ) : null}
    </div>
  )
}

interface OptionsProps {
  readonly offer: RedeemOffer
  readonly me: string
  readonly choice: Choice
  readonly set: (change: Partial<Choice>) => void
  /** The message is written here. */
  readonly hasMessage: boolean
}

/** What it is, and what can be chosen with it. */
const Options = ({ offer, me, choice, set, hasMessage }: OptionsProps) => (
  <>
    <p>{offer.description}</p>
    {offer.kind === 'redemptionDinosaur' ? (
      <>
        <p className={styles.soft}>One life, fully grown. A dinosaur from the shop stays in your inventory instead.</p>
        <CheckboxGroup
          legend="Mutations (free)"
          options={variantItems
            .filter(({ id }) => offer.variants.includes(id))
            .map(({ id, tag }) => ({ key: id, name: tag }))}
          chosen={choice.variants}
          onChoose={(variants) => set({ variants })}
        />
      </>
    ) : null}
    {offer.id === 'weather-control' ? (
      <Weathers value={choice.weather} onValue={(weather) => set({ weather })} />
    ) : null}
    {offer.id === 'custom-teleport' ? (
      <Travellers me={me} value={choice.destination} onValue={(destination) => set({ destination })} />
    ) : null}
    {offer.id === 'custom-message' && hasMessage ? (
      <Field
        label="Custom message"
        longest={longestCustomMessage}
        value={choice.message}
        onValue={(next) => set({ message: next })}
      />
    ) : null}
  </>
)

interface WeathersProps {
  readonly value: string
  readonly onValue: (weather: string) => void
}

/** The weathers that are on offer now. */
function Weathers({ value, onValue }: WeathersProps) {
  const { value: offers } = useOffers('weather')
  const options = (offers ?? []).filter(({ isOn }) => isOn).map(({ id, name }) => ({ key: id, name }))
  return (
    <Select
      label="Weather"
      options={[{ key: '', name: 'Choose the weather' }, ...options]}
      value={options.some(({ key }) => key === value) ? value : ''}
      onValue={onValue}
    />
  )
}

interface TravellersProps {
  readonly me: string
  readonly value: string
  readonly onValue: (account: string) => void
}

/** Members of the user's pack who share their location. */
function Travellers(props: TravellersProps) {
  const { value: own } = useDocument(membership, props.me)
  return own?.pack ? <Members {...props} of={own.pack} /> : <NoTraveller />
}

function Members({ me, value, onValue, of }: TravellersProps & { readonly of: string }) {
  const { value: group } = useDocument(pack, of)
  const members = Object.entries(group?.members ?? {}).filter(
    ([id, { sharedSince }]) => id !== me && sharedSince !== null,
  )
  if (members.length === 0) return <NoTraveller />
  return (
    <Select
      label="To"
      options={[{ key: '', name: 'Choose a pack member' }, ...members.map(([key, { name }]) => ({ key, name }))]}
      value={value}
      onValue={onValue}
    />
  )
}

const NoTraveller = () => (
  <p className={styles.note}>You teleport to a member of your pack who shares their location. No one does right now.</p>
)
