import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import type { Offer } from '../../../shared/features/catalogue/catalogue.ts'
import { catalogueCurrency, type SkinItem } from '../../../shared/features/catalogue/items.ts'
import { planEffect } from '../../../shared/features/redemptions/steps.ts'
import { applySkin, buySkin, dressDinosaur, notEnoughText } from '../../../shared/features/skins/commands.ts'
import { type SkinDesign, skinText } from '../../../shared/features/skins/design.ts'
import { currencyNames } from '../../../shared/features/world/currencies.ts'
import { speciesName } from '../../../shared/features/world/species.ts'
import { useConnection } from '../../connection/ConnectionProvider.tsx'
import { connectionAtom } from '../../connection/connectionState.ts'
import { useCommand } from '../../connection/useCommand.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Price } from '../../ui/Price.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { Actions } from '../../ui/Stack.tsx'
import { showToastAtom } from '../../ui/Toast.tsx'
import { StandText, useByHandNote } from '../redemptions/Receipts.tsx'
import { runningIn, type StandProblem, standProblem } from '../redemptions/useRedeemer.ts'
import { designName } from './SkinStage.tsx'
import styles from './Skins.module.css'
import { type Designer, designOfStored, keptFor, playedSpecies, type Wearer } from './useDesigner.ts'

interface ApplyProps {
  readonly designer: Designer
  /** Of the chosen skin; undefined if the catalogue has it no more. */
  readonly offer: Offer<SkinItem> | undefined
  readonly wearer: Wearer
}

/** What it costs, what will happen, and the buttons. The price that is shown is sent along. */
export function ApplyPart({ designer, offer, wearer }: ApplyProps) {
  const { design, stored } = designer
  const [usesKept, useKept] = useState(true)
  const [isAgreed, agree] = useState(false)
  const apply = useCommand(applySkin)
  const dress = useCommand(dressDinosaur)
  const buy = useCommand(buySkin)
  const showToast = useSetAtom(showToastAtom)
  const plan = planEffect('skin', skinText(design), wearer.kinds ?? [])
  const kept = keptFor(wearer, design)
  const ownedSkin = usesKept && kept ? kept.id : null
  const price = offer?.price ?? 0
  const why = whyNot({ designer, offer, wearer, isPaid: ownedSkin === null })
  const stand = stored || wearer.kinds === null ? null : skinProblem(plan, wearer, design)
  const played = playedSpecies(wearer)
  const isByHand = plan.isByHand && wearer.kinds !== null
  const isBusy = apply.busy || dress.busy
  const put = async () => {
    const paid = { design, price, ownedSkin }
    const answer = stored
      ? await dress.run({ dinosaur: stored.id, ...paid })
      : await apply.run({ ...paid, byHand: isAgreed })
    if (answer.ok) showToast(stored ? `Your ${speciesName(design.species)} wears it now.` : 'Your skin is on its way.')
  }
  const keep = async () => {
    if ((await buy.run({ design, price })).ok)
      showToast(`${designName(design)} is in your skins. Applying it uses it up.`)
  }
  const { refusal, dismiss } = stored ? dress : apply
  return (
    <section className={styles.apply} aria-label="Apply">
      <p className={styles.target}>{targetText(designer)}</p>
      {kept && price > 0 ? (
        <Checkbox
          label="Use the one you own"
          hint="It's used up, and you pay nothing."
          checked={usesKept}
          onCheck={useKept}
        />
      ) : null}
      {isByHand ? <ByHand isStored={stored !== null} isAgreed={isAgreed} onAgree={agree} /> : null}
      {stand ? <StandNote problem={stand} designer={designer} played={played} /> : null}
      <div className={styles.pay}>
        {ownedSkin !== null || price === 0 ? (
          <strong>{ownedSkin === null ? 'Free' : 'Paid already'}</strong>
        ) : (
          <Price currency={catalogueCurrency} amount={price} showsName tooPoor={(wearer.pearls ?? price) < price} />
        )}
        <Actions>
          {price > 0 ? (
            <Button
              disabled={
                whyNot({ designer: { ...designer, stored: null }, offer, wearer, isPaid: true }, false) !== null
              }
              busyLabel={buy.busy ? 'Buying…' : null}
              onClick={() => void keep()}
            >
              Buy for later
            </Button>
          ) : null}
          <Button
            tone="main"
            aria-describedby="skin-why"
            disabled={why !== null || stand !== null || (isByHand && !stored && !isAgreed)}
            busyLabel={isBusy ? 'Applying…' : null}
            onClick={() => void put()}
          >
            Apply
          </Button>
        </Actions>
      </div>
      <p id="skin-why" className={why ? styles.why : 'unseen'}>
        {why}
      </p>
      {isBusy || buy.busy ? <Away /> : null}
      {refusal ? <Problem onDismiss={dismiss}>{failedText(refusal)}</Problem> : null}
      {buy.refusal ? <Problem onDismiss={buy.dismiss}>{buy.refusal.message}</Problem> : null}
    </section>
  )
}

interface ByHandProps {
  /** For a dinosaur of the inventory, which is dressed at once. */
  readonly isStored: boolean
  readonly isAgreed: boolean
  readonly onAgree: (isAgreed: boolean) => void
}

/** No link can do it now: the user knows before they pay. */
function ByHand({ isStored, isAgreed, onAgree }: ByHandProps) {
  const note = useByHandNote('skin')
  if (isStored)
    return <p className={styles.note}>When you redeem it, staff may have to put the skin on by hand. {note}</p>
  return (
    <div className={styles.note}>
      <p>{note}</p>
      <Checkbox label="I'll wait for staff" checked={isAgreed} onCheck={onAgree} />
    </div>
  )
}

interface StandNoteProps {
  readonly problem: StandProblem
  readonly designer: Designer
  /** The species that the user plays. */
  readonly played: string | null
}

const StandNote = ({ problem, designer: { design, change }, played }: StandNoteProps) => (
  <div className={styles.note} data-tone="info">
    <p role="status">
      <StandText problem={problem} />
    </p>
    {played && played !== design.species ? (
      <Button onClick={() => change({ species: played })}>Design for your {speciesName(played)} instead</Button>
    ) : null}
  </div>
)

/** While the command is in flight and the hub is away: it is sent once, as soon as the hub answers. */
function Away() {
  const { name } = useAtomValue(connectionAtom)
  const connection = useConnection()
  if (name !== 'reconnecting' && name !== 'stale') return null
  return (
    <div className={styles.note} role="status">
      <p>Can't reach the hub. Your order is sent once, as soon as it answers.</p>
      <Button onClick={() => connection.restart()}>Retry</Button>
    </div>
  )
}

const failedText = ({ code, message }: { readonly code: string; readonly message: string }) =>
  code === 'tooPoor' ? message : `Failed to apply skin: ${message}`

const targetText = ({ design: { species }, stored }: Designer) =>
  stored
    ? `For ${stored.name ? `${stored.name}, the` : 'the'} ${speciesName(species)} in your inventory. It wears the skin when you redeem it.`
    : `For the ${speciesName(species)} that you play.`

interface Asked {
  readonly designer: Designer
  readonly offer: ApplyProps['offer']
  readonly wearer: Wearer
  /** With currency, not with a skin that is kept, which can be used after it was taken off sale. */
  readonly isPaid: boolean
}

/** Why the button cannot be pressed; null if it can. @param applies whether the skin is put on at once */
function whyNot({ designer: { design, stored }, offer, wearer, isPaid }: Asked, applies = true): string | null {
  if (!offer || (isPaid && !offer.isOn)) return 'This skin is not on offer right now.'
  if (isPaid && offer.isLocked) return `${offer.name} is coming soon.`
  const { pearls, kinds } = wearer
  if (pearls === null || kinds === null) return 'Loading your balance…'
  if (applies && stored && stored.state !== 'stored') return 'This dinosaur is on its way or for sale.'
  if (applies && stored && skinText(designOfStored(stored)) === skinText(design)) return 'It wears this skin already.'
  if (isPaid && pearls < offer.price)
    return notEnoughText
      .replace('{currency}', currencyNames[catalogueCurrency])
      .replace('{cost}', String(offer.price))
      .replace('{balance}', String(pearls))
  const running = applies && !stored ? runningIn(wearer, 'skins') : undefined
  if (running?.state === 'unknown') return "We're checking whether your last one arrived. Staff will settle it first."
  return running ? `Wait for ${running.name}: one skin at a time.` : null
}

/** What the player has to do in the game first, followed live. */
function skinProblem(
  plan: Parameters<typeof standProblem>[0],
  wearer: Wearer,
  { species }: SkinDesign,
): StandProblem | null {
  const problem = standProblem(plan, wearer)
  const played = wearer.seen?.animal?.species
  if (problem !== null || plan.isByHand || played === undefined || played === species) return problem
  const text = `You're playing ${speciesName(played)}, and this skin fits ${speciesName(species)}. Spawn as one, then come back: waiting…`
  return { text, canPark: false }
}
