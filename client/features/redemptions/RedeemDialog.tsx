import { useSetAtom } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { inventory, type OwnedDinosaur } from '../../../shared/features/inventory/inventory.ts'
import { knownOf } from '../../../shared/features/inventory/knownDinosaur.ts'
import { redeemOwned } from '../../../shared/features/redemptions/commands.ts'
import type { Redemption } from '../../../shared/features/redemptions/redemption.ts'
import {
  buildText,
  parentsLeftText,
  readBuild,
  type Slots,
  slotProblems,
  slotsProblem,
  toggleMutation,
} from '../../../shared/features/redemptions/slots.ts'
import { planOwned } from '../../../shared/features/redemptions/steps.ts'
import { skinText } from '../../../shared/features/skins/design.ts'
import { useCommand } from '../../connection/useCommand.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { CancelButton, Dialog, DialogActions, DialogBody } from '../../ui/Dialog.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { showToastAtom } from '../../ui/Toast.tsx'
import { useOffers } from '../catalogue/useCatalogue.ts'
import { type Mutation, MutationList, SlotBoard } from './MutationSlots.tsx'
import { StandText, useByHandNote } from './Receipts.tsx'
import styles from './Redemptions.module.css'
import { type Redeemer, refusalText, replacedText, runningIn, type StandProblem, standProblem } from './useRedeemer.ts'

/** All mutations that are on offer; empty until the catalogue has arrived. */
function useMutations(): readonly Mutation[] {
  const main = useOffers('mainMutation')
  const parents = useOffers('parentMutation')
  return [...(main.value ?? []), ...(parents.value ?? [])].filter(({ isOn }) => isOn) as readonly Mutation[]
}

const hasMain = (all: readonly Mutation[]) => all.some(({ category }) => category === 'main')

interface RedeemDialogProps {
  readonly redeemer: Redeemer
  /** Its id. */
  readonly dinosaur: string
  /** A choice of mutations that was shared as a link; '' for none. */
  readonly build: string
  readonly onClose: () => void
}

/** False once the dialog is closed: an answer that comes then leaves the user where they have gone. */
function useIsOpen() {
  const isOpen = useRef(true)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])
  return isOpen
}

/** Redeems an owned dinosaur with three main and three parent mutations. */
export function RedeemDialog({ redeemer, dinosaur, build, onClose }: RedeemDialogProps) {
  const mutations = useMutations()
  const { value } = useDocument(inventory, redeemer.id)
  const entry = value && Object.hasOwn(value.dinosaurs, dinosaur) ? value.dinosaurs[dinosaur] : undefined
  const showToast = useSetAtom(showToastAtom)
  const [, go] = useLocation()
  const isOpen = useIsOpen()
  const [chosen, choose] = useState<Slots | null>(null)
  const [said, say] = useState<string | null>(null)
  const [isAgreed, agree] = useState(false)
  const { run, busy, refusal, dismiss } = useCommand(redeemOwned)
  const isKnown = (id: string, kind: 'main' | 'parent') =>
    mutations.some((one) => one.id === id && one.category === kind)
  const slots = chosen ?? readBuild(build, isKnown)
  const plan = entry && planOwned(entry, redeemer.kinds ?? [])
  const note = useByHandNote(plan?.steps[0]?.kind)
  if (!entry || !plan) return value ? <Gone onClose={onClose} /> : null
  const stand = redeemer.kinds === null ? null : standProblem(plan, redeemer)
  const running = runningIn(redeemer, 'dinosaurs')
  const locked = lockedText(entry)
  const toggle = (one: Pick<Mutation, 'id' | 'category'>) => {
    const next = toggleMutation(slots, one.id, one.category)
    choose(next.slots)
    say(next.problem ? slotProblems[next.problem] : next.gone.length > 0 ? parentsLeftText : null)
  }
  const redeem = async () => {
    const problem = slotsProblem(slots, hasMain(mutations))
    if (problem !== null) return say(slotProblems[problem])
    const answer = await run({ dinosaur, mutations: slots, byHand: isAgreed })
    if (!answer.ok) return
    showToast(`${knownOf(entry).name} is on its way.`, null, { link: { href: '/redeem', text: 'See its receipt' } })
    if (isOpen.current) go('/games')
  }
  const isBlocked = stand !== null || running !== undefined || (plan.isByHand && !isAgreed) || locked !== null
  return (
    <Dialog title={`Redeem ${knownOf(entry).name}`} size="wide" onClose={onClose}>
      <DialogBody>
        <div className={styles.form}>
          <Outlook
            locked={locked}
            stand={stand}
            running={running}
            replaced={redeemer.kinds && replacedText(plan, redeemer)}
          />
          {plan.isByHand && redeemer.kinds !== null ? (
            <div className={styles.note}>
              <p>{note}</p>
              <Checkbox label="I'll wait for staff" checked={isAgreed} onCheck={agree} />
            </div>
          ) : null}
          <SlotBoard slots={slots} mutations={mutations} onToggle={toggle} />
          <div className={styles.actions}>
            <Button
              disabled={slots.main.length === 0}
              onClick={() => {
                choose({ main: [], parents: [] })
                say(null)
              }}
            >
              CLEAR ALL
            </Button>
            <CopyBuild slots={slots} />
          </div>
          <p className={said ? styles.note : 'unseen'} role="status">
            {said}
          </p>
          <MutationList slots={slots} mutations={mutations} onToggle={toggle} />
          <SkinNote skin={entry.skin} kinds={redeemer.kinds} />
          {refusal ? <Problem onDismiss={dismiss}>{refusalText(refusal)}</Problem> : null}
        </div>
      </DialogBody>
      <DialogActions>
        <CancelButton name="CANCEL" isBusy={busy} onCancel={onClose} />
        <Button tone="main" disabled={isBlocked} busyLabel={busy ? 'Redeeming…' : null} onClick={() => void redeem()}>
          REDEEM DINOSAUR
        </Button>
      </DialogActions>
    </Dialog>
  )
}

interface OutlookProps {
  readonly locked: string | null
  readonly stand: StandProblem | null
  readonly running: Redemption | undefined
  readonly replaced: string | null
}

/** Why it cannot be redeemed yet, or what happens then. */
function Outlook({ locked, stand, running, replaced }: OutlookProps) {
  if (locked !== null || stand !== null)
    return (
      <p className={styles.note} data-tone="info" role="status">
        {locked ?? (stand && <StandText problem={stand} />)}
      </p>
    )
  if (running)
    return (
      <p className={styles.soft} role="status">
        Wait for {running.name}: one dinosaur at a time.
      </p>
    )
  return (
    <>
      <p className={styles.soft} role="status">
        It leaves your inventory once the game has it.
      </p>
      {replaced === null ? null : <p className={styles.note}>{replaced}</p>}
    </>
  )
}

/** Why it cannot be redeemed where something else has it. */
function lockedText({ state, isUnsure }: OwnedDinosaur): string | null {
  if (state === 'stored') return null
  if (isUnsure)
    return `We don't know yet whether it ${state === 'parking' ? 'was parked' : 'arrived'}. Staff are looking into it.`
  if (state === 'listed') return "It's for sale on the market. Withdraw the listing to redeem it."
  return state === 'parking' ? "It's still being parked." : "It's already on its way into the game."
}

const SkinNote = ({ skin, kinds }: Pick<Redeemer, 'kinds'> & { readonly skin: string | null }) =>
  skin === null ? null : (
    <p className={styles.soft}>
      It comes with its skin: {skinText({ skin, colours: null })}.
      {kinds?.includes('skin') === false ? ' Staff put that on by hand.' : ''}
    </p>
  )

const Gone = ({ onClose }: { readonly onClose: () => void }) => (
  <Dialog title="Redeem" onClose={onClose}>
    <DialogBody>
      <p>You don't have that dinosaur. It may have been redeemed or sold.</p>
    </DialogBody>
    <DialogActions>
      <Button tone="main" onClick={onClose}>
        Back
      </Button>
    </DialogActions>
  </Dialog>
)

/** A link to the same choice: for any dinosaur, as it names none. */
function CopyBuild({ slots }: { readonly slots: Slots }) {
  const showToast = useSetAtom(showToastAtom)
  const copy = async () => {
    const link = new URL('/dinosaur-selection', location.href)
    link.searchParams.set('build', buildText(slots))
    await navigator.clipboard.writeText(link.href).then(
      () => showToast('Link copied. It opens with these mutations.'),
      () => showToast(link.href),
    )
  }
  return (
    <Button tone="quiet" disabled={slots.main.length === 0} onClick={() => void copy()}>
      Copy link to this build
    </Button>
  )
}
