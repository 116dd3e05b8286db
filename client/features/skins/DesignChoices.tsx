import { useId } from 'react'
import type { Offer } from '../../../shared/features/catalogue/catalogue.ts'
import type { SkinItem } from '../../../shared/features/catalogue/items.ts'
import {
  areaNames,
  ownColoursSkin,
  paletteOf,
  type SkinDesign,
  skinAreas,
  startColours,
} from '../../../shared/features/skins/design.ts'
import { speciesName } from '../../../shared/features/world/species.ts'
import { Part } from '../../ui/Part.tsx'
import { Price } from '../../ui/Price.tsx'
import { RarityBadge } from '../../ui/RarityBadge.tsx'
import { Swatches } from '../../ui/Swatches.tsx'
import { Dressed } from './SkinStage.tsx'
import styles from './Skins.module.css'
import { type Designer, speciesGroups, type Wearer } from './useDesigner.ts'

interface SpeciesChoiceProps {
  readonly designer: Designer
  readonly wearer: Wearer | null
}

/** The species, each with its drawing, in the groups of the designer. */
export function SpeciesChoice({ designer: { design, change }, wearer }: SpeciesChoiceProps) {
  const group = useId()
  return (
    <Part title="Dinosaur">
      {speciesGroups(wearer, design).map(({ category, species }) => (
        <fieldset key={category} className={styles.group}>
          <legend>{category}</legend>
          <div className={styles.species}>
            {species.map((name) => (
              <label key={name} className={styles.kind}>
                <input
                  type="radio"
                  name={group}
                  checked={name === design.species}
                  onChange={() => change({ species: name })}
                />
                <Dressed design={{ ...design, species: name }} size={72} />
                <span>{speciesName(name)}</span>
              </label>
            ))}
          </div>
        </fieldset>
      ))}
    </Part>
  )
}

interface SkinChoiceProps {
  readonly designer: Designer
  /** All that are in the catalogue. */
  readonly offers: readonly Offer<SkinItem>[]
}

/** The skins on the chosen species, with what they cost. One that is coming soon is shown and cannot be chosen. */
export function SkinChoice({ designer, offers }: SkinChoiceProps) {
  const group = useId()
  const { design, change } = designer
  const shown = offers.filter(({ id, isOn }) => isOn || id === design.skin)
  return (
    <Part title="Skin">
      <fieldset className={styles.group}>
        <legend className="unseen">Skin</legend>
        <div className={styles.skins}>
          {shown.map((offer) => {
            const { id, name, description, rarity, isLocked } = offer
            return (
              <label key={id} className={styles.skin} data-rarity={rarity} data-locked={isLocked || undefined}>
                <input
                  type="radio"
                  name={group}
                  aria-label={name}
                  aria-describedby={`${group}${id}`}
                  disabled={isLocked}
                  checked={id === design.skin}
                  onChange={() => change({ skin: id })}
                />
                <span className={styles.plate}>
                  <Dressed design={swatchDesign(design, id)} size={132} />
                </span>
                <span className={styles.skinName}>{name}</span>
                <span id={`${group}${id}`} className={styles.about}>
                  <span className={styles.soft}>{description}</span>
                  <span className={styles.line}>
                    <RarityBadge rarity={rarity} />
                    <Asked offer={offer} />
                  </span>
                </span>
              </label>
            )
          })}
        </div>
      </fieldset>
      {design.skin === ownColoursSkin ? <ColourChoice designer={designer} /> : null}
    </Part>
  )
}

const swatchDesign = (design: SkinDesign, skin: string): SkinDesign => ({
  species: design.species,
  skin,
  colours: skin === ownColoursSkin ? (design.colours ?? startColours) : null,
})

function Asked({ offer: { isLocked, isOn, price, basePrice, sale } }: { readonly offer: Offer<SkinItem> }) {
  if (isLocked) return <strong>Coming soon</strong>
  if (!isOn) return <strong>Not on offer</strong>
  if (price === 0) return <strong>Free</strong>
  return (
    <span>
      {sale ? (
        <s className={styles.soft}>
          <span className="unseen">instead of </span>
          {basePrice}
        </s>
      ) : null}{' '}
      <Price currency="voidPearls" amount={price} />
    </span>
  )
}

/** A colour for each area, of its palette. */
function ColourChoice({ designer: { design, change } }: { readonly designer: Designer }) {
  const colours = design.colours ?? startColours
  return (
    <div className={styles.colours}>
      <div className={styles.mini}>
        <Dressed design={design} size={150} />
      </div>
      {skinAreas.map((area) => {
        const all = paletteOf(area)
        return (
          <Swatches
            key={area}
            legend={areaNames[area]}
            colours={all.map(({ name, color }) => ({ name, colour: color }))}
            chosen={all.find(({ id }) => id === colours[area])?.name ?? ''}
            onChoose={(name) =>
              change({ colours: { ...colours, [area]: all.find((one) => one.name === name)?.id ?? colours[area] } })
            }
          />
        )
      })}
    </div>
  )
}
