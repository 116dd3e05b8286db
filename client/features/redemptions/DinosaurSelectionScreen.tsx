import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { z } from 'zod'
import { inventory } from '../../../shared/features/inventory/inventory.ts'
import { knownOf } from '../../../shared/features/inventory/knownDinosaur.ts'
import { coloursOf, defaultSkin } from '../../../shared/features/skins/design.ts'
import { accessAtom } from '../../connection/connectionState.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { ActionLink, Button } from '../../ui/Button.tsx'
import { Card, CardGrid } from '../../ui/CardGrid.tsx'
import { RarityBadge } from '../../ui/RarityBadge.tsx'
import { SpeciesArt } from '../../ui/speciesArt/SpeciesArt.tsx'
import { CataloguePage } from '../../ui/templates/CataloguePage.tsx'
import { statesOf } from '../../ui/templates/screenStates.tsx'
import { useAddressFilters } from '../../ui/useAddressFilters.ts'
import { IfOn, useFeature } from '../server/FeatureOff.tsx'
import styles from './Redemptions.module.css'

const Address = z.object({ build: z.string().max(600).default('') })

/** The user's own dinosaurs, one of which is to be redeemed. */
export function DinosaurSelectionScreen() {
  const { principal } = useAtomValue(accessAtom)
  return <Selection account={principal?.id ?? ''} />
}

function Selection({ account }: { readonly account: string }) {
  const own = useDocument(inventory, account)
  const { build } = useAddressFilters(Address).filters
  const [chosen, choose] = useState<string | null>(null)
  const [, go] = useLocation()
  const hasInventory = useFeature('realInventory')
  const dinosaurs = Object.values(own.value?.dinosaurs ?? {}).filter(({ state }) => state === 'stored')
  const isThere = hasInventory && dinosaurs.some(({ id }) => id === chosen)
  const next = () => {
    const address = new URLSearchParams({ dinosaur: chosen ?? '', ...(build && { build }) })
    go(`/redeem?${address}`)
  }
  return (
    <CataloguePage
      title="Dinosaur selection"
      lead={
        build
          ? 'Choose the dinosaur that gets the mutations in the link.'
          : 'Choose the dinosaur that you want in the game.'
      }
      actions={
        <>
          <Button onClick={() => history.back()}>Cancel</Button>
          <Button tone="main" disabled={!isThere} onClick={next}>
            Continue
          </Button>
        </>
      }
      {...statesOf(own, () => hasInventory && dinosaurs.length === 0, {
        picture: 'tracks',
        title: 'No dinosaurs found',
        children: <ActionLink href="/shop">Go to the shop</ActionLink>,
      })}
    >
      <IfOn feature="realInventory">
        <CardGrid
          label="Your dinosaurs"
          rows={dinosaurs.map(knownOf)}
          keyOf={({ entry }) => entry.id}
          card={({ entry, name, speciesName, rarity, level, growth }) => (
            <Card
              title={name}
              {...(rarity && { rarity, badge: <RarityBadge rarity={rarity} /> })}
              isOpen={entry.id === chosen}
              onOpen={() => choose(entry.id)}
              picture={
                <SpeciesArt
                  species={entry.species}
                  view={growth !== null && growth < 0.5 ? 'young' : 'side'}
                  size={160}
                  colours={coloursOf({ skin: entry.skin ?? defaultSkin, colours: entry.skinColours })}
                />
              }
            >
              <p>
                {name === speciesName ? '' : `${speciesName} · `}Level {level ?? '–'} · {entry.mutations.length}{' '}
                {entry.mutations.length === 1 ? 'mutation' : 'mutations'}
              </p>
              <p className={styles.soft}>{growth === null ? 'Fully grown' : `${Math.round(growth * 100)}% grown`}</p>
            </Card>
          )}
        />
      </IfOn>
    </CataloguePage>
  )
}
