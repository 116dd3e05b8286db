import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { numberText } from '../../../shared/engine/numberText.ts'
import { userTexts } from '../../../shared/features/users/commands.ts'
import { chooseUsers, mostChosenUsers, type UserFilter, usersPerPage } from '../../../shared/features/users/users.ts'
import { accessAtom } from '../../connection/connectionState.ts'
import { useAsk } from '../../connection/useAsk.ts'
import { Button } from '../../ui/Button.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { useWhyBlocked } from '../roles/Gated.tsx'
import { useFeature } from '../server/FeatureOff.tsx'
import { BanUsers, UnbanUsers } from './BanUsers.tsx'
import { type ChosenUsers, countOf, type UsersOutcome } from './chosenUsers.tsx'
import { GiveToUsers } from './GiveToUsers.tsx'
import styles from './Users.module.css'

interface UserActsProps {
  /** With the last search that was understood. */
  readonly filter: UserFilter
  /** How many users the filter finds. */
  readonly total: number
  readonly chosen: ChosenUsers
  readonly onChosen: (chosen: ChosenUsers) => void
  /** Something has changed. */
  readonly onDone: () => void
}

/** The acts on users that the reader may do and that are not switched off. */
export function useAllowedActs(): Readonly<Record<'bans' | 'gives', boolean>> {
  const { may } = useAtomValue(accessAtom)
  const isCurrencyOn = useFeature('realCurrency')
  return { bans: may.includes('banPlayers'), gives: isCurrencyOn && may.includes('addCurrency') }
}

/** What can be done to all chosen users at once, and what came of it. */
export function UserActs({ filter, total, chosen, onChosen, onDone }: UserActsProps) {
  const [asked, ask] = useState<'ban' | 'unban' | 'give' | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [outcome, setOutcome] = useState<UsersOutcome | null>(null)
  const why = useWhyBlocked()
  const { bans, gives } = useAllowedActs()
  const isTooMany = chosen.size > mostChosenUsers
  const press = (act: NonNullable<typeof asked>) => {
    const found = chosen.size === 0 ? userTexts.noneChosen : isTooMany ? userTexts.tooMany : null
    setProblem(found)
    if (found === null) ask(act)
  }
  const close = (done: UsersOutcome | null) => {
    ask(null)
    if (done === null) return
    setOutcome(done)
    onChosen(new Map())
    onDone()
  }
  /** What the outcome says is not so any more. */
  const undone = () => {
    setOutcome(null)
    onDone()
  }
  return (
    <section aria-label="Selected users">
      <div className={styles.acts}>
        <p className={styles.count} role="status">
          <strong>{countOf(chosen)}</strong> selected
        </p>
        {bans ? (
          <>
            <Button tone="danger" disabled={why !== null} onClick={() => press('ban')}>
              Ban
            </Button>
            <Button disabled={why !== null} onClick={() => press('unban')}>
              Unban
            </Button>
          </>
        ) : null}
        {gives ? (
          <Button disabled={why !== null} onClick={() => press('give')}>
            Give currency
          </Button>
        ) : null}
        <ChooseAllFound filter={filter} total={total} chosen={chosen} onChosen={onChosen} onProblem={setProblem} />
        {chosen.size > 0 ? (
          <Button tone="quiet" onClick={() => onChosen(new Map())}>
            Clear selection
          </Button>
        ) : null}
        {why ? <p>{why}</p> : null}
      </div>
      {problem && (chosen.size === 0 || isTooMany) ? (
        <Problem onDismiss={() => setProblem(null)}>{problem}</Problem>
      ) : null}
      {outcome ? <Outcome {...outcome} onDismiss={() => setOutcome(null)} /> : null}
      {asked === 'ban' ? <BanUsers chosen={chosen} onClose={close} onUndone={undone} /> : null}
      {asked === 'unban' ? <UnbanUsers chosen={chosen} onClose={close} /> : null}
      {asked === 'give' ? <GiveToUsers chosen={chosen} onClose={close} onUndone={undone} /> : null}
    </section>
  )
}

interface ChooseAllProps extends Omit<UserActsProps, 'onDone'> {
  readonly onProblem: (problem: string | null) => void
}

/** Selects the users of all pages, as far as one command can name them. Of a single page the table's own checkbox does that. */
function ChooseAllFound({ filter, total, chosen, onChosen, onProblem }: ChooseAllProps) {
  const { ask, isAsking } = useAsk(chooseUsers, filter, chosen)
  const most = Math.min(total, mostChosenUsers)
  if (chosen.size >= most || total <= usersPerPage) return null
  const chooseAll = async () => {
    const answer = await ask(filter)
    if (answer === null) return
    onProblem(answer.ok ? null : answer.message)
    if (answer.ok) onChosen(new Map(answer.output.users.map(({ id, username }) => [id, username || id])))
  }
  return (
    <Button tone="quiet" busyLabel={isAsking ? 'Selecting…' : null} onClick={() => void chooseAll()}>
      {most < total ? `Select the first ${most} of ${numberText(total)}` : `Select all ${most} that match`}
    </Button>
  )
}

const Outcome = ({ sentence, skipped, onDismiss }: UsersOutcome & { readonly onDismiss: () => void }) => (
  <section className={styles.outcome} aria-label="Outcome">
    <p role="status">{sentence}</p>
    {skipped.length > 0 ? (
      <ul>
        {skipped.map(({ id, name, why }) => (
          <li key={id}>
            <strong>{name}</strong>: {why}
          </li>
        ))}
      </ul>
    ) : null}
    <div>
      <Button tone="quiet" flush onClick={onDismiss}>
        Dismiss
      </Button>
    </div>
  </section>
)
