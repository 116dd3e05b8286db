import { useAtomValue } from 'jotai'
import { speciesName } from '../../../shared/features/world/species.ts'
import { accessAtom } from '../../connection/connectionState.ts'
import { ActionLink, Button } from '../../ui/Button.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { CataloguePage } from '../../ui/templates/CataloguePage.tsx'
import { statesOf } from '../../ui/templates/screenStates.tsx'
import { useMatches } from '../../ui/useIsNarrow.ts'
import { useOffers } from '../catalogue/useCatalogue.ts'
import { Receipts } from '../redemptions/Receipts.tsx'
import type { Redeemer } from '../redemptions/useRedeemer.ts'
import { IfOn } from '../server/FeatureOff.tsx'
import { ApplyPart } from './ApplyPart.tsx'
import { SkinChoice, SpeciesChoice } from './DesignChoices.tsx'
import { KeptSkins, Presets, ShareButton } from './Presets.tsx'
import { SkinStage } from './SkinStage.tsx'
import styles from './Skins.module.css'
import { useDesigner, useWearer, type Wearer } from './useDesigner.ts'

/** The skin designer. Guests design and share; those who are signed in apply, keep and save. */
export function SkinsScreen() {
  const { principal } = useAtomValue(accessAtom)
  return principal ? <OwnDesigner {...principal} /> : <Page wearer={null} />
}

const OwnDesigner = (principal: Pick<Redeemer, 'id' | 'name'>) => <Page wearer={useWearer(principal)} />

/** @param wearer null for a guest */
function Page({ wearer }: { readonly wearer: Wearer | null }) {
  const designer = useDesigner(wearer)
  const offers = useOffers('skin')
  const { design, stored, isBroken, isGone, leaveStored } = designer
  const receipts = wearer?.receipts.filter(({ group }) => group === 'skins') ?? []
  // After the choices where these are below the preview.
  const isNarrow = useMatches('(max-width: 1099px)')
  const apply = (
    <IfOn feature="realCurrency">
      {wearer ? (
        <ApplyPart designer={designer} offer={offers.value?.find(({ id }) => id === design.skin)} wearer={wearer} />
      ) : (
        <ActionLink tone="main" href="/">
          Sign in to apply it
        </ActionLink>
      )}
    </IfOn>
  )
  return (
    <CataloguePage
      title="Skin Designer"
      lead="Choose how your dinosaur looks, in every light."
      actions={<ShareButton design={design} />}
      {...statesOf(offers, () => false, null)}
    >
      {isBroken ? (
        <Problem>
          We can't read the design in this link. The link may be cut off: ask for it again, or start a new design.
        </Problem>
      ) : null}
      {isGone ? <Problem>You don't have that dinosaur any more. It may have been redeemed or sold.</Problem> : null}
      <div className={styles.designer}>
        <div className={styles.preview}>
          <SkinStage design={design} />
          {isNarrow ? null : apply}
        </div>
        <div className={styles.controls}>
          {stored ? (
            <div className={styles.note} data-tone="info">
              <p>You're designing for the {speciesName(stored.species)} in your inventory.</p>
              <Button tone="quiet" onClick={leaveStored}>
                Design for another dinosaur
              </Button>
            </div>
          ) : (
            <SpeciesChoice designer={designer} wearer={wearer} />
          )}
          <SkinChoice designer={designer} offers={offers.value ?? []} />
          {isNarrow ? apply : null}
        </div>
      </div>
      {wearer ? (
        <>
          <Receipts receipts={receipts} show="now" />
          <KeptSkins kept={wearer.kept} onOpen={designer.open} />
          <Presets account={wearer.id} design={design} onOpen={designer.open} />
          <Receipts receipts={receipts} show="past" />
        </>
      ) : null}
    </CataloguePage>
  )
}
