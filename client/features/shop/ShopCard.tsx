import { memo } from 'react'
import { Link } from 'wouter'
import { typeNames, weightInWords } from '../../../shared/features/catalogue/items.ts'
import { species as animals } from '../../../shared/features/world/species.ts'
import { Card } from '../../ui/CardGrid.tsx'
import { Countdown } from '../../ui/Countdown.tsx'
import { Drawer } from '../../ui/Drawer.tsx'
import { RarityBadge } from '../../ui/RarityBadge.tsx'
import { Stack } from '../../ui/Stack.tsx'
import { SpeciesArt } from '../../ui/speciesArt/SpeciesArt.tsx'
import { BuyButton } from './BuyButton.tsx'
import styles from './Shop.module.css'
import { type Buyer, type DinosaurOffer, drawnWidth } from './shopList.ts'

interface ShopCardProps {
  readonly offer: DinosaurOffer
  /** Null for a guest. */
  readonly buyer: Buyer | null
  readonly isOpen: boolean
  readonly onOpen: (id: string) => void
}

/** One dinosaur of the shop: its drawing on the ground of its tier, what it can do, and its price. */
export const ShopCard = memo(function ShopCard({ offer, buyer, isOpen, onOpen }: ShopCardProps) {
  const { id, name, species, type, weightKg, rarity, abilities, sale } = offer
  const owned = buyer?.owned.get(species) ?? 0
  return (
    <Card
      title={name}
      rarity={rarity}
      isOpen={isOpen}
      onOpen={() => onOpen(id)}
      picture={
        <div className={styles.stage}>
          <div className={styles.marks}>
            <RarityBadge rarity={rarity} />
            {sale ? <SaleMark endsAt={sale.endsAt} /> : null}
          </div>
          <SpeciesArt species={species} view="side" size={drawnWidth(weightKg, [120, 224])} />
        </div>
      }
      foot={<BuyButton offer={offer} buyer={buyer} />}
    >
      <p className={styles.facts}>
        {typeNames[type]} · {weightInWords(weightKg)}
        {owned > 0 ? <span className={styles.owned}>You have {owned}</span> : null}
      </p>
      <Abilities of={abilities} />
    </Card>
  )
})

const Abilities = ({ of }: { readonly of: readonly string[] }) => (
  <ul className={styles.abilities} aria-label="Abilities">
    {of.map((ability) => (
      <li key={ability}>{ability}</li>
    ))}
  </ul>
)

const SaleMark = ({ endsAt }: { readonly endsAt: number | null }) => (
  <span className={styles.sale}>{endsAt === null ? 'Sale' : <Countdown label="Sale" to={endsAt} over="over" />}</span>
)

interface ShopDetailProps {
  readonly offer: DinosaurOffer
  /** Null for a guest. */
  readonly buyer: Buyer | null
  readonly onClose: () => void
}

/** A dinosaur at large: grown and young, its figures, and what buying it means. */
export function ShopDetail({ offer, buyer, onClose }: ShopDetailProps) {
  const { name, species, type, weightKg, rarity, abilities, sale } = offer
  const owned = buyer?.owned.get(species) ?? 0
  return (
    <Drawer title={name} badge={<RarityBadge rarity={rarity} />} onClose={onClose}>
      <Stack>
        <div className={styles.large} data-rarity={rarity}>
          <SpeciesArt species={species} view="side" size={drawnWidth(weightKg, [176, 236])} title={`${name}, grown`} />
          <SpeciesArt species={species} view="young" size={72} title={`${name}, young`} />
        </div>
        {sale ? (
          <div>
            <SaleMark endsAt={sale.endsAt} />
          </div>
        ) : null}
        <BuyButton offer={offer} buyer={buyer} />
        <dl className={styles.figures}>
          <Figure name="Category">{typeNames[type]}</Figure>
          <Figure name="Weight">{weightInWords(weightKg)}</Figure>
          <Speed species={species} />
          <Figure name="You have">{buyer ? owned : '–'}</Figure>
        </dl>
        <div>
          <h3>Abilities</h3>
          <Abilities of={abilities} />
        </div>
        <p className={styles.note}>
          A dinosaur you buy stays in your <Link href="/inventory">inventory</Link> until you redeem it. For a single
          life at a lower price, see <Link href="/redeem">Redeem</Link>.
        </p>
      </Stack>
    </Drawer>
  )
}

const kilometresPerHour = (metresPerSecond: number) => `${Math.round(metresPerSecond * 3.6)} km/h`

function Speed({ species }: { readonly species: string }) {
  const animal = animals[species]
  return animal ? <Figure name="Runs at">{kilometresPerHour(animal.run)}</Figure> : null
}

const Figure = ({ name, children }: { readonly name: string; readonly children: string | number }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)
