import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { findFriend, requestFriend } from '../../../shared/features/friends/commands.ts'
import { longestNameOrId } from '../../../shared/features/profile/profile.ts'
import { useConnection } from '../../connection/ConnectionProvider.tsx'
import type { Connection } from '../../connection/connect.ts'
import { accessAtom, connectionAtom } from '../../connection/connectionState.ts'
import type { ConnectionRefusal } from '../../connection/inFlight.ts'
import { useCommand } from '../../connection/useCommand.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { CheckedForm } from '../../ui/Form.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { showToastAtom } from '../../ui/Toast.tsx'
import { useTextDraft } from '../../ui/useDraft.ts'
import { useWhyViewing } from '../roles/Gated.tsx'
import styles from './Friends.module.css'

/** Asks a player by exact name or SteamID64. What was typed stays when it is refused. While the hub is away the request waits, as commands do. */
export function AddFriend() {
  const connection = useConnection()
  const showToast = useSetAtom(showToastAtom)
  const request = useCommand(requestFriend)
  const blocked = useWhyViewing()
  const isAway = useAtomValue(connectionAtom).name !== 'live'
  const { value: name, change: setName, clear } = useTextDraft('friend')
  const [isLooking, setLooking] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const isBusy = isLooking || request.busy
  const send = async () => {
    setProblem(null)
    setLooking(true)
    const found = await findWhenLive(connection, name.trim())
    setLooking(false)
    if (found === null) return
    if (!found.ok) return setProblem(found.message)
    const player = findFriend.output.parse(found.output)
    const answer = await request.run({ to: player.account })
    if (!answer.ok) return setProblem(answer.message)
    clear()
    showToast(
      answer.output.became === 'friends' ? `You and ${player.name} are now friends.` : requestedText(player.name),
    )
  }
  return (
    <CheckedForm
      aria-label="Add a friend"
      isBusy={isBusy}
      isReady={blocked === null && !isBusy}
      onSubmit={() => void send()}
    >
      <div className={styles.add}>
        <Field
          label="Add a friend"
          hint="Their exact name on this site, or their SteamID64."
          needed="Enter a player's name."
          longest={longestNameOrId}
          autoComplete="off"
          value={name}
          onValue={(next) => {
            setProblem(null)
            setName(next)
          }}
          problem={problem}
        />
        <Button type="submit" tone="main" disabled={blocked !== null} busyLabel={isBusy ? 'Sending…' : null}>
          Send request
        </Button>
      </div>
      {blocked ? <Problem>{blocked}</Problem> : null}
      {isBusy && isAway ? (
        <p className={styles.waits} role="status">
          Your request is sent when the hub answers.
        </p>
      ) : null}
    </CheckedForm>
  )
}

const requestedText = (name: string) => `You sent ${name} a friend request.`

/** A query is not kept until the hub answers, and the request needs its answer. Null where another user is signed in by then. */
async function findWhenLive({ store, query }: Pick<Connection, 'store' | 'query'>, name: string) {
  const asker = () => store.get(accessAtom).principal?.id
  const askedBy = asker()
  const lost: ConnectionRefusal = 'offline'
  for (;;) {
    await whenLive(store)
    if (asker() !== askedBy) return null
    const found = await query(findFriend.name, { name })
    if (found.ok || found.code !== lost) return found
  }
}

const whenLive = (store: Connection['store']) =>
  new Promise<void>((resolve) => {
    const look = () => {
      if (store.get(connectionAtom).name !== 'live') return
      stop()
      resolve()
    }
    const stop = store.sub(connectionAtom, look)
    look()
  })
