import type { CSSProperties } from 'react'
import { type KnownDinosaur, playTimeText, weightText } from '../../../shared/features/inventory/knownDinosaur.ts'
import { coloursOf, defaultSkin } from '../../../shared/features/skins/design.ts'
import { regionName } from '../../../shared/features/world/regions.ts'
import { ActionLink } from '../../ui/Button.tsx'
import { Card } from '../../ui/CardGrid.tsx'
import { RarityBadge } from '../../ui/RarityBadge.tsx'
import { Stroke } from '../../ui/Stroke.tsx'
import { SpeciesArt } from '../../ui/speciesArt/SpeciesArt.tsx'
import { Ago } from '../../ui/Time.tsx'
import { IconButton } from '../../ui/Tooltip.tsx'
import { useSwitchedOff } from '../server/switchedOff.ts'
import styles from './DinosaurCard.module.css'
import { ManageMenu, type ManageProps } from './ManageMenu.tsx'

interface DinosaurCardProps extends ManageProps {
  /** `list`: one line. */
  readonly view: 'grid' | 'list'
  readonly isOpen: boolean
  /** Chosen to be compared. */
  readonly isCompared: boolean
  readonly onOpen: () => void
}

/** One dinosaur of the inventory: its drawing, what it is, and what its owner can do with it. */
export function DinosaurCard({ view, isOpen, isCompared, onOpen, ...manage }: DinosaurCardProps) {
  const { known } = manage
  const { entry, name, rarity } = known
  const buttons = (
    <div className={styles.buttons}>
      <RedeemLink known={known} />
      <ManageMenu {...manage} />
    </div>
  )
  if (view === 'list')
    return (
      <article className={styles.line} data-rarity={rarity ?? undefined} data-open={isOpen || undefined}>
        <Art known={known} size={72} />
        <div className={styles.main}>
          <h2 className={styles.name}>
            <button type="button" className={styles.open} aria-expanded={isOpen} onClick={onOpen}>
              {name}
            </button>
          </h2>
          <Words known={known} />
        </div>
        <div className={styles.figures}>
          {rarity ? <RarityBadge rarity={rarity} /> : null}
          <Growth entry={entry} />
        </div>
        <Holder known={known} />
        {buttons}
      </article>
    )
  return (
    <Card
      title={name}
      picture={
        <div className={styles.plate}>
          <Art known={known} size={216} />
          <span className={styles.corner}>
            <IconButton
              label={isCompared ? `Don't compare ${name}` : `Compare ${name}`}
              tone="quiet"
              pressed={isCompared}
              onPress={() => manage.onCompare(entry.id)}
            >
              <Stroke>
                <path d="M10 3v14M5 5.500h10M5 5.500 2.500 11.500h5zM15 5.500l-2.500 6h5zM6.500 17h7" />
              </Stroke>
            </IconButton>
          </span>
        </div>
      }
      badge={rarity ? <RarityBadge rarity={rarity} /> : null}
      {...(rarity && { rarity })}
      onOpen={onOpen}
      isOpen={isOpen}
      foot={buttons}
    >
      <Words known={known} />
      <Growth entry={entry} />
      <Holder known={known} />
    </Card>
  )
}

/** Leads to the dialog with its mutation slots, which says what has to be done first. */
export function RedeemLink({ known: { entry, name } }: { readonly known: KnownDinosaur }) {
  const isOff = useSwitchedOff('redeem')
  return entry.state === 'stored' && !isOff ? (
    <ActionLink tone="main" href={`/redeem?dinosaur=${encodeURIComponent(entry.id)}`}>
      Redeem<span className="unseen"> {name}</span>
    </ActionLink>
  ) : null
}

export const Art = ({ known: { entry, diet }, size }: { readonly known: KnownDinosaur; readonly size: number }) => (
  <SpeciesArt
    species={entry.species}
    diet={diet}
    view={entry.growth !== null && entry.growth < 50 ? 'young' : 'side'}
    size={size}
    colours={coloursOf({ skin: entry.skin ?? defaultSkin, colours: entry.skinColours })}
  />
)

/** The species where its name is another one, its gender and weight, and where it is from. */
function Words({ known: { entry, speciesName, weightKg, acquiredAt } }: { readonly known: KnownDinosaur }) {
  const what = [
    ...(entry.name ? [speciesName] : []),
    ...(entry.gender ? [entry.gender.toLowerCase()] : []),
    ...(weightKg === null ? [] : [weightText(weightKg)]),
  ].join(' · ')
  return (
    <>
      <p className={styles.what}>{what.slice(0, 1).toUpperCase() + what.slice(1)}</p>
      <p className={styles.from}>
        {sourceWords[entry.source]}
        {entry.location ? ` near ${regionName(entry.location)}` : ''}
        {acquiredAt === null ? null : (
          <>
            {' '}
            <Ago at={acquiredAt} isInSentence />
          </>
        )}
      </p>
    </>
  )
}

const sourceWords = {
  grown: 'Grown, parked',
  shop: 'Bought in the shop',
  marketplace: 'From the market',
  gift: 'A gift',
} as const

const Growth = ({ entry: { growth, playMs } }: Pick<KnownDinosaur, 'entry'>) => (
  <p className={styles.growth}>
    {growth === null ? (
      'Fully grown once you redeem it'
    ) : (
      <>
        <span
          className={styles.bar}
          style={{ '--full': Math.min(1, growth / 100) } as CSSProperties}
          aria-hidden="true"
        />
        <span>
          {growth}% grown{playMs === null ? '' : ` · ${playTimeText(playMs)} played`}
        </span>
      </>
    )}
  </p>
)

/** Who has it, where it is not its owner. */
function Holder({ known: { entry } }: { readonly known: KnownDinosaur }) {
  if (entry.state === 'stored') return null
  return (
    <p className={styles.holder} data-unsure={entry.isUnsure || undefined}>
      {entry.isUnsure ? "We're checking whether this arrived. Nothing is lost." : holderWords[entry.state]}
    </p>
  )
}

const holderWords = {
  parking: 'On its way here from the game',
  redeeming: 'On its way into the game',
  listed: 'For sale on the market',
} as const
