import { playTimeText } from '../../../shared/features/inventory/knownDinosaur.ts'
import type { ListingCard } from '../../../shared/features/market/queries.ts'
import { listedName, rarityOf } from '../../../shared/features/market/search.ts'
import { grownFrom, leastSales, type UsualPrice } from '../../../shared/features/market/usualPrice.ts'
import { speciesName } from '../../../shared/features/world/species.ts'
import { Drawer } from '../../ui/Drawer.tsx'
import { RarityBadge } from '../../ui/RarityBadge.tsx'
import { Stack } from '../../ui/Stack.tsx'
import { Ago, On } from '../../ui/Time.tsx'
import { PlayerName } from '../players/PlayerName.tsx'
import { BuyListing } from './BuyListing.tsx'
import { ItemArt, Mutations } from './ListingCard.tsx'
import styles from './Market.module.css'
import { catalogueName, growthText, type Trader, usualText } from './marketList.ts'
import { useFate } from './useMarket.ts'
import { WatchToggle } from './Watches.tsx'

interface ListingDetailProps {
  readonly card: ListingCard
  /** Null for a guest. */
  readonly trader: Trader | null
  readonly onClose: () => void
}

/** All that a buyer may know of a listing. */
export function ListingDetail({ card, trader, onClose }: ListingDetailProps) {
  const { item, usual, seller, listedAt, endsAt } = card
  const rarity = rarityOf(item)
  const fate = useFate(card, trader)
  return (
    <Drawer title={listedName(item)} badge={rarity ? <RarityBadge rarity={rarity} /> : null} onClose={onClose}>
      <Stack>
        <div className={styles.plate} data-rarity={rarity ?? undefined}>
          <ItemArt item={item} size={280} isNamed />
        </div>
        <BuyListing card={card} trader={trader} fate={fate} />
        <p>
          {usualText(usual)}.
          {usual.confidence === 'none' ? null : <span className={styles.soft}> {comparedWith(card)}</span>}
          {hasFewSales(usual) ? <span className={styles.soft}> {fewSalesText}</span> : null}
        </p>
        <dl className={styles.details}>
          <Detail name="Sold by">
            <PlayerName id={seller.account} name={seller.name} />
          </Detail>
          <Detail name="Listed">
            <Ago at={listedAt} />
          </Detail>
          <Detail name="Ends">
            <On at={endsAt} />
          </Detail>
          {detailsOf(card).map(([name, value]) => (
            <Detail key={name} name={name}>
              {value}
            </Detail>
          ))}
        </dl>
        <Mutations item={item} most={12} />
        {trader ? <WatchToggle account={trader.account} species={item.species} /> : null}
      </Stack>
    </Drawer>
  )
}

const Detail = ({ name, children }: { readonly name: string; readonly children: React.ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

/** What the usual price is the price of: the middle one of real sales of what is alike. */
function comparedWith({ item }: ListingCard): string {
  if (item.kind === 'skin') return `The usual price of this skin for ${speciesName(item.species)}.`
  const age = (item.growth ?? 0) >= grownFrom ? `from ${grownFrom}% growth on` : `below ${grownFrom}% growth`
  return `The usual price of ${speciesName(item.species)} ${age}.`
}

const fewSalesText = `While fewer than ${leastSales} like it are sold in a month, what you can pay one seller in 7 days is limited by your hours in the game.`
/** The card has the sales of the day, the week or the month: those of the month may be enough where those of the week are few. */
const hasFewSales = (usual: UsualPrice) => usual.confidence === 'none' || usual.sales < leastSales

/** What is known of it. What the hub does not know is left out. */
function detailsOf({ item }: ListingCard): readonly (readonly [string, string])[] {
  if (item.kind === 'skin') return [['For', speciesName(item.species)]]
  const { growth, gender, health, playMs, kills, deaths, skin } = item
  const all: readonly (readonly [string, string | null])[] = [
    ['Growth', growthText(growth)],
    ['Gender', gender],
    ['Health', health === null ? null : `${health}%`],
    ['Played', playMs === null ? null : playTimeText(playMs)],
    ['Kills', kills === null ? null : String(kills)],
    ['Deaths', deaths === null ? null : String(deaths)],
    ['Skin', skin === null ? null : catalogueName(skin)],
  ]
  return all.flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]))
}
