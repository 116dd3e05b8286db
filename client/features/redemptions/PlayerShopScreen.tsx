import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { z } from 'zod'
import { numberText } from '../../../shared/engine/numberText.ts'
import { longestCustomMessage, type Redemption } from '../../../shared/features/redemptions/redemption.ts'
import { wallet } from '../../../shared/features/wallet/wallet.ts'
import { accessAtom } from '../../connection/connectionState.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { CardGrid } from '../../ui/CardGrid.tsx'
import { Drawer } from '../../ui/Drawer.tsx'
import { Field } from '../../ui/Field.tsx'
import { Part } from '../../ui/Part.tsx'
import { RollingNumber } from '../../ui/RollingNumber.tsx'
import { Stat, StatRow } from '../../ui/Stat.tsx'
import { BoardPage } from '../../ui/templates/BoardPage.tsx'
import { statesOf } from '../../ui/templates/screenStates.tsx'
import { useAddressFilters } from '../../ui/useAddressFilters.ts'
import { useTextDraft } from '../../ui/useDraft.ts'
import { useOffers } from '../catalogue/useCatalogue.ts'
import { IfOn, useFeature } from '../server/FeatureOff.tsx'
import { LatestOutcome, PaidWeather, Receipts, stepText, unsureEndText } from './Receipts.tsx'
import { RedeemForm, type RedeemOffer } from './RedeemForm.tsx'
import { OfferCard } from './RedeemScreen.tsx'
import styles from './Redemptions.module.css'
import { type Redeemer, useRedeemer } from './useRedeemer.ts'

const kinds = ['redemptionDinosaur', 'perk', 'weather'] as const
const tabs = [
  { key: 'redemptionDinosaur', name: 'Dinosaurs' },
  { key: 'perk', name: 'Perks' },
  { key: 'weather', name: 'Weather' },
] as const
const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' })
const Address = z.object({ tab: z.enum(kinds).default('redemptionDinosaur'), item: z.string().max(80).default('') })

/** The player shop: dinosaurs for one life, perks and weather. */
export function PlayerShopScreen() {
  const { principal } = useAtomValue(accessAtom)
  return principal ? <OwnShop {...principal} /> : null
}

function OwnShop(principal: Pick<Redeemer, 'id' | 'name'>) {
  const redeemer = useRedeemer(principal)
  const { filters, setFilters } = useAddressFilters(Address)
  const [typed, type] = useState(redeemer.name)
  const message = useTextDraft('custom message')
  const [asked, setAsked] = useState<string | null>(null)
  const dinosaurs = useOffers('redemptionDinosaur')
  const perks = useOffers('perk')
  const weathers = useOffers('weather')
  const offers = { redemptionDinosaur: dinosaurs, perk: perks, weather: weathers }[filters.tab]
  const shown = (offers.value ?? []).filter(({ isOn }) => isOn) as readonly RedeemOffer[]
  const hasCurrency = useFeature('realCurrency')
  const opened = hasCurrency ? shown.find(({ id }) => id === filters.item) : undefined
  return (
    <BoardPage
      title="Player shop"
      lead="Dinosaurs for one life, perks and weather. They arrive within seconds if the server can deliver them itself."
      top={<Figures redeemer={redeemer} typed={typed} onType={type} asked={asked} />}
      tabs={tabs}
      chosen={filters.tab}
      onChoose={(tab) => setFilters({ tab, item: '' })}
      {...statesOf(
        { state: offers.state, value: offers.value as readonly RedeemOffer[] | null },
        () => hasCurrency && shown.length === 0,
        {
          title: 'Nothing on offer right now.',
        },
      )}
    >
      <IfOn feature="realCurrency">
        {filters.tab === 'perk' ? (
          <Field
            label="Custom message"
            hint="For the perk Custom Message: it is sent to you in the game."
            longest={longestCustomMessage}
            maxLength={longestCustomMessage}
            value={message.value}
            onValue={message.change}
          />
        ) : null}
        <CardGrid
          label={tabs.find(({ key }) => key === filters.tab)?.name ?? ''}
          rows={shown}
          keyOf={({ id }) => id}
          card={(offer) => (
            <OfferCard
              offer={offer}
              pearls={redeemer.pearls}
              isOpen={offer === opened}
              onOpen={() => setFilters({ item: offer.id })}
            />
          )}
        />
        <Receipts receipts={redeemer.receipts} show="past" />
        <How />
      </IfOn>
      {opened ? (
        <Drawer title={opened.name} onClose={() => setFilters({ item: '' })}>
          <RedeemForm
            key={opened.id}
            offer={opened}
            redeemer={redeemer}
            playerName={typed}
            refusedAs={({ message }) => message}
            {...(opened.id === 'custom-message' && { message: message.value })}
            onAsked={(id) => {
              setAsked(id)
              if (opened.id === 'custom-message') message.clear()
              setFilters({ item: '' })
            }}
          />
        </Drawer>
      ) : null}
    </BoardPage>
  )
}

interface FiguresProps {
  readonly redeemer: Redeemer
  readonly typed: string
  readonly onType: (name: string) => void
  readonly asked: string | null
}

function Figures({ redeemer, typed, onType, asked }: FiguresProps) {
  const { value: own } = useDocument(wallet, redeemer.id)
  const hasCurrency = useFeature('realCurrency')
  const spent = Object.entries(own?.flows ?? {})
    .filter(([account]) => account.startsWith('sink:'))
    .reduce((sum, [, { voidPearls }]) => sum - voidPearls, 0)
  const one = redeemer.receipts.find(({ id }) => id === asked)
  const known = <Value,>(value: Value) => (own ? value : null)
  return (
    <>
      <div className={styles.identity}>
        <Field label="Player name" needed="❌ Please enter your player name" value={typed} onValue={onType} />
        <StatRow label="Your account">
          {hasCurrency ? (
            <>
              <Stat name="Currency" value={<RollingNumber value={redeemer.pearls} />} />
              <Stat name="Total Purchases" value={known(numberText(redeemer.purchases))} />
              <Stat name="Total Spent" value={known(numberText(spent))} />
            </>
          ) : null}
          <Stat
            name="Member Since"
            value={
              redeemer.createdAt > 0 ? (
                <time dateTime={new Date(redeemer.createdAt).toISOString()}>{day.format(redeemer.createdAt)}</time>
              ) : null
            }
          />
        </StatRow>
        <PaidWeather />
      </div>
      <LatestOutcome one={one} text={one && outcomeText(one, redeemer.pearls)} />
      <Receipts receipts={redeemer.receipts} show="now" />
    </>
  )
}

/** By what really happened: only what the game's own RCON did at once is called instant. */
function outcomeText(one: Redemption, pearls: number | null): string {
  const { state, name, why, steps } = one
  const remaining = `Remaining currency: ${pearls === null ? '–' : numberText(pearls)}`
  if (state === 'released') return `❌ ${why}`
  if (state === 'unknown') return `We're checking whether ${name} arrived. ${remaining}`
  const unsureEnd = unsureEndText(one)
  if (unsureEnd !== null) return `${unsureEnd} ${remaining}`
  const [first] = steps
  if (state === 'open' || !first) return `✅ Purchase successful! ${name} will be activated shortly. ${remaining}`
  return first.link === 'evrima'
    ? `✅ ${name} activated instantly! ${stepText(first)} executed automatically. ${remaining}`
    : `✅ Successfully redeemed ${name}! Command executed via backup system. ${remaining}`
}

const How = () => (
  <Part
    title="How it Works"
    description="Purchases go through the server console, so there may be a short delay. Until the game has it, the price is only held."
  >
    <ol className={styles.how}>
      <li>Enter your player name.</li>
      <li>Choose a dinosaur, a perk or the weather.</li>
      <li>Spawn in the game as the page tells you to.</li>
      <li>Press Redeem: the price is held and the command goes to the server.</li>
      <li>Watch your receipt. You get everything back if it doesn't happen.</li>
    </ol>
  </Part>
)
