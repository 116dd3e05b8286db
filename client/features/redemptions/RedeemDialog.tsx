import { useSetAtom } from 'jotai'
import { type DragEvent, useState } from 'react'
import { useLocation } from 'wouter'
import type { Offer } from '../../../shared/features/catalogue/catalogue.ts'
import type { MutationItem } from '../../../shared/features/catalogue/items.ts'
import { inventory } from '../../../shared/features/inventory/inventory.ts'
import { knownOf } from '../../../shared/features/inventory/knownDinosaur.ts'
import { redeemOwned } from '../../../shared/features/redemptions/commands.ts'
import {
  buildText,
  isChosen,
  parentsLeftText,
  readBuild,
  type Slots,
  slotProblems,
  slotsOfKind,
  slotsProblem,
  toggleMutation,
} from '../../../shared/features/redemptions/slots.ts'
import { planOwned } from '../../../shared/features/redemptions/steps.ts'
import { skinText } from '../../../shared/features/skins/design.ts'
import { useCommand } from '../../connection/useCommand.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Chip, ChipSet } from '../../ui/Chip.tsx'
import { Dialog, DialogActions, DialogBody } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { showToastAtom } from '../../ui/Toast.tsx'
import { useOffers } from '../catalogue/useCatalogue.ts'
import { Stand, useHandNote } from './Receipts.tsx'
import dialog from './RedeemDialog.module.css'
import styles from './Redemptions.module.css'
import { type Redeemer, runningIn, standProblem } from './useRedeemer.ts'

type Mutation = Offer<MutationItem>
const groups = ['all', 'main', 'parent'] as const
type Group = (typeof groups)[number]
const groupNames: Readonly<Record<Group, string>> = { all: 'All', main: 'Main', parent: 'Parent' }

/** All mutations that are on offer; empty until the catalogue has arrived. */
function useMutations(): readonly Mutation[] {
  const main = useOffers('mainMutation')
  const parents = useOffers('parentMutation')
  return [...(main.value ?? []), ...(parents.value ?? [])].filter(({ isOn }) => isOn) as readonly Mutation[]
}

interface RedeemDialogProps {
  readonly redeemer: Redeemer
  /** Its id. */
  readonly dinosaur: string
  /** A choice of mutations that was shared as a link; '' for none. */
  readonly build: string
  readonly onClose: () => void
}

/** Redeems an owned dinosaur with three main and three parent mutations. */
export function RedeemDialog({ redeemer, dinosaur, build, onClose }: RedeemDialogProps) {
  const mutations = useMutations()
  const { value } = useDocument(inventory, redeemer.id)
  const entry = value && Object.hasOwn(value.dinosaurs, dinosaur) ? value.dinosaurs[dinosaur] : undefined
  const showToast = useSetAtom(showToastAtom)
  const [, go] = useLocation()
  const [chosen, choose] = useState<Slots | null>(null)
  const [said, say] = useState<string | null>(null)
  const [isAgreed, agree] = useState(false)
  const { run, busy, refusal, dismiss } = useCommand(redeemOwned)
  const isKnown = (id: string, kind: 'main' | 'parent') =>
    mutations.some((one) => one.id === id && one.category === kind)
  const slots = chosen ?? readBuild(build, isKnown)
  const plan = entry && planOwned(entry, redeemer.kinds ?? [])
  const note = useHandNote(plan?.steps[0]?.kind)
  if (!entry || !plan) return value ? <Gone onClose={onClose} /> : null
  const stand = redeemer.kinds === null ? null : standProblem(plan, redeemer)
  const running = runningIn(redeemer, 'dinosaurs')
  const toggle = (one: Pick<Mutation, 'id' | 'category'>) => {
    const next = toggleMutation(slots, one.id, one.category)
    choose(next.slots)
    say(next.problem ? slotProblems[next.problem] : next.gone.length > 0 ? parentsLeftText : null)
  }
  const redeem = async () => {
    const problem = slotsProblem(slots)
    if (problem !== null) return say(slotProblems[problem])
    const answer = await run({ dinosaur, mutations: slots, byHand: isAgreed })
    if (!answer.ok) return
    showToast(`${knownOf(entry).name} is on its way. Its receipt is on Redeem.`)
    go('/games')
  }
  const isBlocked = stand !== null || running !== undefined || (plan.isByHand && !isAgreed) || entry.state !== 'stored'
  return (
    <Dialog title={`Redeem ${knownOf(entry).name}`} size="wide" onClose={onClose}>
      <DialogBody>
        <div className={styles.form}>
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
          {plan.isByHand && redeemer.kinds !== null ? (
            <div className={styles.note}>
              <p>{note}</p>
              <Checkbox label="I'll wait for staff" checked={isAgreed} onCheck={agree} />
            </div>
          ) : null}
          <p className={stand ? styles.note : styles.soft} data-tone="info" role="status">
            {stand ? <Stand text={stand} /> : null}
            {stand
              ? null
              : running
                ? `Wait for ${running.name}: one dinosaur at a time.`
                : 'It leaves your inventory once the game has it.'}
          </p>
          <SkinNote skin={entry.skin} kinds={redeemer.kinds} />
          {refusal ? <Problem onDismiss={dismiss}>Redemption failed: {refusal.message}</Problem> : null}
        </div>
      </DialogBody>
      <DialogActions>
        <Button onClick={onClose}>CANCEL</Button>
        <Button tone="main" disabled={isBlocked} busyLabel={busy ? 'Redeeming…' : null} onClick={() => void redeem()}>
          REDEEM DINOSAUR
        </Button>
      </DialogActions>
    </Dialog>
  )
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

interface BoardProps {
  readonly slots: Slots
  readonly mutations: readonly Mutation[]
  readonly onToggle: (mutation: Pick<Mutation, 'id' | 'category'>) => void
}

/** The six slots. A mutation is dropped on one of its group, or chosen in the list; a press on a filled slot takes it out. */
function SlotBoard({ slots, mutations, onToggle }: BoardProps) {
  const row = (category: 'main' | 'parent', ids: readonly string[], first: number) => (
    <fieldset className={dialog.slots}>
      <legend>{category === 'main' ? 'Main mutations' : 'Parent mutations'}</legend>
      {Array.from({ length: slotsOfKind }, (_, at) => (
        <Slot
          key={ids[at] ?? `empty-${at}`}
          number={first + at}
          category={category}
          one={mutations.find(({ id }) => id === ids[at])}
          onDrop={(id) => {
            if (!isChosen(slots, id)) onToggle({ id, category })
          }}
          onToggle={onToggle}
        />
      ))}
    </fieldset>
  )
  return (
    <div className={dialog.board}>
      {row('main', slots.main, 1)}
      {row('parent', slots.parents, slotsOfKind + 1)}
    </div>
  )
}

interface SlotProps {
  readonly number: number
  readonly category: 'main' | 'parent'
  readonly one: Mutation | undefined
  readonly onDrop: (id: string) => void
  readonly onToggle: BoardProps['onToggle']
}

const typeOf = (category: 'main' | 'parent') => `application/x-${category}-mutation`

function Slot({ number, category, one, onDrop, onToggle }: SlotProps) {
  const [isOver, hover] = useState(false)
  const takes = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes(typeOf(category))
  return (
    <button
      type="button"
      className={dialog.slot}
      data-filled={one ? '' : undefined}
      data-over={isOver || undefined}
      aria-label={one ? `Slot ${number}: ${one.name}. Take out` : `Slot ${number}: empty`}
      onClick={() => one && onToggle(one)}
      onDragOver={(event) => {
        if (!takes(event)) return
        event.preventDefault()
        hover(true)
      }}
      onDragLeave={() => hover(false)}
      onDrop={(event) => {
        hover(false)
        if (!takes(event)) return
        event.preventDefault()
        onDrop(event.dataTransfer.getData(typeOf(category)))
      }}
    >
      {one?.name ?? `${number}`}
    </button>
  )
}

function MutationList({ slots, mutations, onToggle }: BoardProps) {
  const [search, find] = useState('')
  const [group, show] = useState<Group>('all')
  const words = search.trim().toLowerCase()
  const found = mutations.filter(
    ({ name, description, category }) =>
      (group === 'all' || category === group) && `${name} ${description}`.toLowerCase().includes(words),
  )
  return (
    <>
      <div className={dialog.tools}>
        <Field label="Search mutations" type="search" value={search} onValue={find} />
        <ChipSet legend="Category" place="unseen">
          {groups.map((key) => (
            <Chip key={key} aria-pressed={group === key} onClick={() => show(key)}>
              {groupNames[key]}
            </Chip>
          ))}
        </ChipSet>
      </div>
      <ul className={dialog.mutations} aria-label="Mutations">
        {found.map((one) => (
          <li key={one.id}>
            <button
              type="button"
              draggable
              aria-pressed={isChosen(slots, one.id)}
              disabled={one.category === 'parent' && slots.main.length === 0}
              onClick={() => onToggle(one)}
              onDragStart={({ dataTransfer }) => {
                dataTransfer.effectAllowed = 'copy'
                dataTransfer.setData(typeOf(one.category), one.id)
              }}
            >
              <strong>{one.name}</strong>
              <span>
                {one.category === 'parent' ? 'Parent. ' : ''}
                {one.description}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {found.length === 0 ? <p className={styles.soft}>No mutations found.</p> : null}
    </>
  )
}
