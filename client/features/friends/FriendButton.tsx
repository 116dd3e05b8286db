import { useAtomValue } from 'jotai'
import { acceptFriend, requestFriend } from '../../../shared/features/friends/commands.ts'
import { friends } from '../../../shared/features/friends/friends.ts'
import { whereaboutsOf } from '../../../shared/features/world/placeInWords.ts'
import { speciesName } from '../../../shared/features/world/species.ts'
import { accessAtom } from '../../connection/connectionState.ts'
import { useCommand } from '../../connection/useCommand.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { Button } from '../../ui/Button.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { On } from '../../ui/Time.tsx'
import styles from './Friends.module.css'
import { statusLabel, useFriendLife } from './friendList.ts'

/** In a player's drawer: adds a friend or accepts a request. Nothing for a guest, for oneself, and where there is nothing to ask. */
export function FriendButton({ account }: { readonly account: string }) {
  const { principal, may } = useAtomValue(accessAtom)
  const me = principal?.id ?? ''
  const own = useDocument(friends, me).value
  const request = useCommand(requestFriend)
  const accept = useCommand(acceptFriend)
  if (own === null || me === account || !may.includes('play')) return null
  if ([own.friends, own.blocked, own.outgoing].some((known) => Object.hasOwn(known, account))) return null
  const isAsked = Object.hasOwn(own.incoming, account)
  const refusal = request.refusal ?? accept.refusal
  return (
    <>
      <Button
        busyLabel={request.busy || accept.busy ? 'Sending…' : null}
        onClick={() => void (isAsked ? accept.run({ from: account }) : request.run({ to: account }))}
      >
        {isAsked ? 'Accept friend request' : 'Add friend'}
      </Button>
      {refusal ? <Problem>{refusal.message}</Problem> : null}
    </>
  )
}

interface FriendFactsProps {
  readonly me: string
  readonly account: string
}

/** In a player's drawer: what the two are to each other, and of a friend what both allow to see. */
export function FriendFacts({ me, account }: FriendFactsProps) {
  const own = useDocument(friends, me).value
  if (own === null) return null
  if (Object.hasOwn(own.blocked, account)) return <p className={styles.soft}>You blocked this player.</p>
  if (Object.hasOwn(own.outgoing, account)) return <p className={styles.soft}>You sent a friend request.</p>
  const friend = own.friends[account]
  return friend ? <FriendNow me={me} account={account} friend={friend} /> : null
}

function FriendNow({ me, account, friend }: FriendFactsProps & { readonly friend: Parameters<typeof statusLabel>[0] }) {
  const seen = useFriendLife(me).seen[account]
  const place = seen?.place ?? null
  return (
    <div>
      <p>
        Friend · {statusLabel(friend, seen)}{' '}
        <span className={styles.soft}>
          · since <On at={friend.since} />
        </span>
      </p>
      {place ? (
        <p>
          {speciesName(place.species)}, {place.dead ? 'dead' : `${place.growth}% grown`} · {whereaboutsOf(place)}
        </p>
      ) : null}
    </div>
  )
}
