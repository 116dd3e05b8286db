import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { blockPlayer, unblockPlayer } from '../../../shared/features/friends/commands.ts'
import { friends } from '../../../shared/features/friends/friends.ts'
import { accessAtom } from '../../connection/connectionState.ts'
import { useCommand } from '../../connection/useCommand.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmCommand } from '../../ui/Confirm.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { usePack } from '../packs/usePack.ts'

interface BlockButtonProps {
  readonly account: string
  readonly name: string
}

/** In a player's drawer: blocks or unblocks any player, including one who has never asked to be a friend. Nothing for a guest and for oneself. */
export function BlockButton({ account, name }: BlockButtonProps) {
  const { principal, may } = useAtomValue(accessAtom)
  const me = principal?.id ?? ''
  const own = useDocument(friends, me).value
  const unblock = useCommand(unblockPlayer)
  const [isAsking, ask] = useState(false)
  if (own === null || me === account || !may.includes('play')) return null
  if (!Object.hasOwn(own.blocked, account))
    return (
      <>
        <Button tone="quiet" onClick={() => ask(true)}>
          Block…
        </Button>
        {isAsking ? <BlockQuestion account={account} name={name} onClose={() => ask(false)} /> : null}
      </>
    )
  return (
    <>
      <Button busyLabel={unblock.busy ? 'Unblocking…' : null} onClick={() => void unblock.run({ player: account })}>
        Unblock
      </Button>
      {unblock.refusal ? <Problem>{unblock.refusal.message}</Problem> : null}
    </>
  )
}

export const BlockQuestion = ({ account, name, onClose }: BlockButtonProps & { readonly onClose: () => void }) => (
  <ConfirmCommand
    command={blockPlayer}
    input={{ player: account }}
    title={`Block ${name}?`}
    action={`Block ${name}`}
    busyLabel="Blocking…"
    done={`You blocked ${name}.`}
    onClose={onClose}
  >
    <Consequences account={account} />
  </ConfirmCommand>
)

function Consequences({ account }: Pick<BlockButtonProps, 'account'>) {
  const me = useAtomValue(accessAtom).principal?.id ?? ''
  const isFriend = Object.hasOwn(useDocument(friends, me).value?.friends ?? {}, account)
  return (
    <>
      <p>
        {isFriend ? "You'll no longer be friends. " : ''}They can't send you friend requests or gifts any more. They
        aren't notified. You can unblock them on the Friends page, under Requests.
      </p>
      <PackNote me={me} account={account} />
    </>
  )
}

/** A blocked player stays in the pack. */
function PackNote({ me, account }: Pick<BlockButtonProps, 'account'> & { readonly me: string }) {
  const own = usePack(me)
  if (own.name !== 'here' || !Object.hasOwn(own.pack.members, account)) return null
  const isHidden = own.pack.members[me]?.sharedSince === null
  return (
    <p>
      {isHidden
        ? "You are in the same pack: they see you on its map when you aren't hidden."
        : 'You are in the same pack: they still see you on its map.'}
    </p>
  )
}
