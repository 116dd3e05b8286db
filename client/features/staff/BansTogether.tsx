import { useAtomValue, useSetAtom } from 'jotai'
import type { Ban } from '../../../shared/features/deliveries/delivery.ts'
import { undoBans } from '../../../shared/features/users/commands.ts'
import { accessAtom } from '../../connection/connectionState.ts'
import { useCommand } from '../../connection/useCommand.ts'
import { Button } from '../../ui/Button.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { Ago } from '../../ui/Time.tsx'
import { showToastAtom } from '../../ui/Toast.tsx'
import styles from './Admin.module.css'

type Banned = readonly (readonly [string, Ban])[]

const namedAtMost = 5

/** Owners' bans of several players at once, each of which can be undone for as long as one of its bans is as it was made. */
export function BansTogether({ all }: { readonly all: Banned }) {
  const { may } = useAtomValue(accessAtom)
  // Bans of one command have its time. One that replaced another ban is changed by hand.
  const newly = all.filter(([, { before, delivery }]) => before === null && delivery !== '')
  const groups = [...Map.groupBy(newly, ([, { at, by }]) => `${at} ${by}`)].filter(([, bans]) => bans.length > 1)
  if (!may.includes('ownerPanel') || groups.length === 0) return null
  return (
    <ul className={styles.rows} aria-label="Bans of several players">
      {groups.map(([key, bans]) => (
        <Together key={key} bans={bans} />
      ))}
    </ul>
  )
}

function Together({ bans }: { readonly bans: Banned }) {
  const { run, busy, refusal } = useCommand(undoBans)
  const showToast = useSetAtom(showToastAtom)
  const [first] = bans
  const names = bans.slice(0, namedAtMost).map(([id, { name }]) => name || id)
  const others = bans.length - names.length
  const undo = async () => {
    const answer = await run({ bans: bans.map(([user, { delivery }]) => ({ user, delivery })) })
    if (answer.ok) showToast(`${answer.output.done === 1 ? '1 player' : `${answer.output.done} players`} unbanned.`)
  }
  if (!first) return null
  const [, { at, byName }] = first
  return (
    <li className={styles.row}>
      <div className={styles.description}>
        <p className={styles.name}>{bans.length} players banned at once</p>
        <p className={styles.soft}>
          by {byName}, <Ago at={at} isInSentence />: {names.join(', ')}
          {others > 0 ? ` and ${others} more` : ''}
        </p>
        {refusal ? <Problem>{refusal.message}</Problem> : null}
      </div>
      <Button busyLabel={busy ? 'Unbanning…' : null} onClick={() => void undo()}>
        {`Unban all ${bans.length}`}
      </Button>
    </li>
  )
}
