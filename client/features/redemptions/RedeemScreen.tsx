import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { z } from 'zod'
import { variantItems } from '../../../shared/features/catalogue/redemptionItems.ts'
import type { Redemption } from '../../../shared/features/redemptions/redemption.ts'
import { accessAtom } from '../../connection/connectionState.ts'
import { ActionLink, Button } from '../../ui/Button.tsx'
import { Card, CardGrid } from '../../ui/CardGrid.tsx'
import { Chip, ChipSet } from '../../ui/Chip.tsx'
import { Drawer } from '../../ui/Drawer.tsx'
import { Field } from '../../ui/Field.tsx'
import { Part } from '../../ui/Part.tsx'
import { Price } from '../../ui/Price.tsx'
import { RollingNumber } from '../../ui/RollingNumber.tsx'
import { Stat, StatRow } from '../../ui/Stat.tsx'
import { SpeciesArt } from '../../ui/speciesArt/SpeciesArt.tsx'
import { CataloguePage } from '../../ui/templates/CataloguePage.tsx'
import { statesOf } from '../../ui/templates/screenStates.tsx'
import { useAddressFilters } from '../../ui/useAddressFilters.ts'
import { useOffers } from '../catalogue/useCatalogue.ts'
import { IfOn, useFeature } from '../server/FeatureOff.tsx'
import { LatestOutcome, PaidWeather, Receipts, unsureEndText } from './Receipts.tsx'
import { RedeemDialog } from './RedeemDialog.tsx'
import { groupOf, RedeemForm, type RedeemOffer } from './RedeemForm.tsx'
import styles from './Redemptions.module.css'
import { type Redeemer, refusalText, useRedeemer } from './useRedeemer.ts'

const groups = ['dinosaurs', 'perks', 'mutations'] as const
type Group = (typeof groups)[number]
const groupNames = { dinosaurs: 'Dinosaurs', perks: 'Perks', mutations: 'Mutations' } as const
const Address = z.object({
  show: z.enum(groups).default('dinosaurs'),
  item: z.string().max(80).default(''),
  /** A dinosaur of the inventory: its dialog is open. */
  dinosaur: z.string().max(64).default(''),
  build: z.string().max(600).default(''),
})

/** The redemption centre, and the dialog that redeems a dinosaur, if the address names one. */
export function RedeemScreen() {
  const { principal } = useAtomValue(accessAtom)
  return principal ? <OwnCentre {...principal} /> : <Centre redeemer={null} />
}

const OwnCentre = (principal: Pick<Redeemer, 'id' | 'name'>) => <Centre redeemer={useRedeemer(principal)} />

const signInLink = <ActionLink href="/">Sign in to redeem</ActionLink>

/** @param redeemer null for a guest, who sees all of it */
function Centre({ redeemer }: { readonly redeemer: Redeemer | null }) {
  const { filters, setFilters } = useAddressFilters(Address)
  const [typed, type] = useState<string | null>(null)
  const [asked, setAsked] = useState<string | null>(null)
  const offers = useCentreOffers()
  const shown = (offers.value ?? []).filter((offer) => offer.isOn && groupOf(offer) === filters.show)
  const [hasCurrency, hasInventory] = [useFeature('realCurrency'), useFeature('realInventory')]
  const opened = hasCurrency ? offers.value?.find(({ id, isOn }) => isOn && id === filters.item) : undefined
  const playerName = typed ?? redeemer?.name ?? ''
  return (
    <CataloguePage
      title="Redeem"
      lead={
        hasCurrency
          ? 'One life, a perk or a mutation for Void Pearls. What you buy in the shop stays in your inventory instead.'
          : 'Bring a dinosaur from your inventory into the game.'
      }
      actions={redeemer ? <ActionLink href="/dinosaur-selection">Redeem your own dinosaur</ActionLink> : signInLink}
      figures={redeemer ? <Identity redeemer={redeemer} typed={playerName} onType={type} asked={asked} /> : null}
      filters={hasCurrency ? <Groups shown={filters.show} onShow={(show) => setFilters({ show, item: '' })} /> : null}
      detail={
        opened ? (
          <Drawer title={opened.name} onClose={() => setFilters({ item: '' })}>
            {redeemer ? (
              <RedeemForm
                key={opened.id}
                offer={opened}
                redeemer={redeemer}
                playerName={playerName}
                refusedAs={refusalText}
                onAsked={(id) => {
                  setAsked(id)
                  setFilters({ item: '' })
                }}
              />
            ) : (
              signInLink
            )}
          </Drawer>
        ) : null
      }
      {...statesOf(offers, () => hasCurrency && shown.length === 0, { title: 'Nothing to redeem right now.' })}
    >
      <IfOn feature="realCurrency">
        <CardGrid
          label={groupNames[filters.show]}
          rows={shown}
          keyOf={({ id }) => id}
          card={(offer) => (
            <OfferCard
              offer={offer}
              pearls={redeemer?.pearls ?? null}
              isOpen={offer === opened}
              onOpen={() => setFilters({ item: offer.id })}
            />
          )}
        />
      </IfOn>
      {redeemer ? <Receipts receipts={redeemer.receipts} show="past" /> : null}
      {hasCurrency ? <How /> : null}
      {filters.dinosaur ? <IfOn feature="realInventory" /> : null}
      {redeemer && filters.dinosaur && hasInventory ? (
        <RedeemDialog
          redeemer={redeemer}
          dinosaur={filters.dinosaur}
          build={filters.build}
          onClose={() => setFilters({ dinosaur: '', build: '' })}
        />
      ) : null}
    </CataloguePage>
  )
}

interface GroupsProps {
  readonly shown: Group
  readonly onShow: (group: Group) => void
}

const Groups = ({ shown, onShow }: GroupsProps) => (
  <ChipSet legend="Category" place="unseen">
    {groups.map((key) => (
      <Chip key={key} aria-pressed={shown === key} onClick={() => onShow(key)}>
        {groupNames[key]}
      </Chip>
    ))}
  </ChipSet>
)

/** All that the centre sells: the custom message is the player shop's. */
function useCentreOffers() {
  const dinosaurs = useOffers('redemptionDinosaur')
  const perks = useOffers('perk')
  const variants = useOffers('variant')
  const lists = [dinosaurs.value, perks.value, variants.value]
  const value: readonly RedeemOffer[] | null = lists.includes(null)
    ? null
    : lists.flatMap((list): readonly RedeemOffer[] => list ?? []).filter(({ id }) => id !== 'custom-message')
  return { state: dinosaurs.state, value }
}

interface IdentityProps {
  readonly redeemer: Redeemer
  readonly typed: string
  readonly onType: (name: string) => void
  /** The redemption of the last press; null before the first. */
  readonly asked: string | null
}

function Identity({ redeemer, typed, onType, asked }: IdentityProps) {
  const hasCurrency = useFeature('realCurrency')
  const one = redeemer.receipts.find(({ id }) => id === asked)
  return (
    <>
      <div className={styles.identity}>
        <Field label="Player name" needed="❌ Please enter your player name" value={typed} onValue={onType} />
        {hasCurrency ? (
          <StatRow label="Your currency">
            <Stat name="Void Pearls" value={<RollingNumber value={redeemer.pearls} />} />
          </StatRow>
        ) : null}
        <PaidWeather />
      </div>
      <LatestOutcome one={one} text={one && centreText(one)} />
      <Receipts receipts={redeemer.receipts} show="now" />
    </>
  )
}

function centreText(one: Redemption): string {
  const { state, name, why } = one
  if (state === 'released') return `❌ Redemption failed: ${why}`
  if (state === 'unknown') return `We're checking whether ${name} arrived. Its price stays held.`
  return unsureEndText(one) ?? `✅ Successfully redeemed ${name}! Command sent to server.`
}

interface OfferCardProps {
  readonly offer: RedeemOffer
  readonly pearls: number | null
  readonly isOpen: boolean
  readonly onOpen: () => void
}

/** Also of the player shop. */
export function OfferCard({ offer, pearls, isOpen, onOpen }: OfferCardProps) {
  const isPoor = pearls !== null && pearls < offer.price
  const isDinosaur = offer.kind === 'redemptionDinosaur'
  return (
    <Card
      title={offer.name}
      isOpen={isOpen}
      onOpen={onOpen}
      picture={isDinosaur ? <SpeciesArt species={offer.species} view="side" size={160} /> : undefined}
      badge={isPoor ? <span className={styles.poor}>Insufficient Currency</span> : null}
      foot={
        <div className={styles.foot}>
          <Price currency="voidPearls" amount={offer.price} tooPoor={isPoor} />
          <Button aria-label={`Redeem ${offer.name}`} onClick={onOpen}>
            Redeem
          </Button>
        </div>
      }
    >
      <p>{offer.description}</p>
      {isDinosaur ? (
        <ul className={styles.tags} aria-label="Free mutations">
          {variantItems
            .filter(({ id }) => offer.variants.includes(id))
            .map(({ id, tag }) => (
              <li key={id}>{tag}</li>
            ))}
        </ul>
      ) : null}
    </Card>
  )
}

const How = () => (
  <Part title="How Redemption Works">
    <ol className={styles.how}>
      <li>Choose what you want. Mutations are free with a dinosaur that has some.</li>
      <li>Spawn in the game as the page tells you to. It watches the game and tells you when you are ready.</li>
      <li>Press Redeem. The price is held, and the command goes to the server.</li>
      <li>Once the game shows it, the price is spent. If it doesn't happen, you get everything back.</li>
      <li>If we can't tell, the price stays held until staff have looked. Nothing is lost.</li>
    </ol>
  </Part>
)
