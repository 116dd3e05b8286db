import { memo } from 'react'
import type { ListedItem } from '../../../shared/features/market/listing.ts'
import type { ListingCard as Found } from '../../../shared/features/market/queries.ts'
import { listedDietOf, listedName, rarityOf } from '../../../shared/features/market/search.ts'
import { coloursOf } from '../../../shared/features/skins/design.ts'
import { Card } from '../../ui/CardGrid.tsx'
import { RarityBadge } from '../../ui/RarityBadge.tsx'
import { SpeciesArt } from '../../ui/speciesArt/SpeciesArt.tsx'
import { Until } from '../../ui/Time.tsx'
import { PlayerName } from '../players/PlayerName.tsx'
import { BuyListing } from './BuyListing.tsx'
import styles from './Market.module.css'
import { catalogueName, factsText, type Trader, usualText } from './marketList.ts'
import { useFate } from './useMarket.ts'

interface ListingCardProps {
  readonly card: Found
  /** Null for a guest. */
  readonly trader: Trader | null
  readonly isOpen: boolean
  readonly onOpen: (id: string) => void
}

/** Something that is for sale. Once it is sold it says so in its place. */
export const ListingCard = memo(function ListingCard({ card, trader, isOpen, onOpen }: ListingCardProps) {
  const { id, item, seller, usual, endsAt } = card
  const fate = useFate(card, trader)
  const rarity = rarityOf(item)
  return (
    <Card
      title={listedName(item)}
      {...(rarity && { rarity })}
      isOpen={isOpen}
      onOpen={() => onOpen(id)}
      picture={
        <div className={styles.stage} data-over={fate === 'open' ? undefined : ''}>
          <div className={styles.marks}>
            {rarity ? <RarityBadge rarity={rarity} /> : null}
            {fate === 'open' ? (
              <span className={styles.left}>
                <Until at={endsAt} /> left
              </span>
            ) : null}
          </div>
          <ItemArt item={item} size={200} />
        </div>
      }
      foot={<BuyListing card={card} trader={trader} fate={fate} />}
    >
      <p className={styles.facts}>{factsText(item)}</p>
      <Mutations item={item} most={3} />
      <p className={styles.from}>
        Sold by{' '}
        <span className={styles.seller}>
          <PlayerName id={seller.account} name={seller.name} />
        </span>
      </p>
      <p className={styles.usual}>{usualText(usual)}</p>
    </Card>
  )
})

interface ItemArtProps {
  readonly item: ListedItem
  /** Width, CSS px. */
  readonly size: number
  /** Named for screen readers. */
  readonly isNamed?: boolean
}

/** The drawing of what is sold, in its colours. */
export function ItemArt({ item, size, isNamed = false }: ItemArtProps) {
  const diet = listedDietOf(item)
  const isYoung = item.kind === 'dinosaur' && item.growth !== null && item.growth < 50
  return (
    <SpeciesArt
      species={item.species}
      view={isYoung ? 'young' : 'side'}
      size={size}
      {...(diet !== 'unknown' && { diet })}
      {...(item.skin && {
        colours: coloursOf({ skin: item.skin, colours: item.kind === 'skin' ? item.colours : item.skinColours }),
      })}
      {...(isNamed && { title: listedName(item) })}
    />
  )
}

interface MutationsProps {
  readonly item: ListedItem
  /** Of more than these the rest is counted. */
  readonly most: number
}

export function Mutations({ item, most }: MutationsProps) {
  if (item.kind === 'skin' || item.mutations.length === 0) return null
  const { mutations } = item
  const shown = mutations.length > most ? mutations.slice(0, most - 1) : mutations
  return (
    <ul className={styles.mutations} aria-label="Mutations">
      {shown.map((id) => (
        <li key={id}>{catalogueName(id)}</li>
      ))}
      {shown.length < mutations.length ? <li>{mutations.length - shown.length} more</li> : null}
    </ul>
  )
}
