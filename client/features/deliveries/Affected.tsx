import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { mainServer } from '../../../shared/engine/ids.ts'
import { roster } from '../../../shared/features/roster/roster.ts'
import { meAtom } from '../../connection/meAtom.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { AlsoPicked } from './AlsoPicked.tsx'
import { idOf, meantBy, type PickedPlayer, targetOf } from './pickedPlayer.ts'
import { placeWords } from './placeWords.ts'
import { useOthersOn } from './WhoElse.tsx'

interface AffectedProps {
  readonly player: PickedPlayer
  /** What then happens to them. */
  readonly children: ReactNode
}

/** Names who is affected by something dangerous, and which other staff are at work on them, before it runs. */
export function Affected({ player, children }: AffectedProps) {
  const { may } = useAtomValue(meAtom)
  const { value } = useDocument(roster, mainServer)
  const meant = meantBy(value?.players ?? {}, player)
  const [one] = meant
  const others = useOthersOn(one?.id ?? player.id ?? targetOf(player))
  return (
    <>
      {one && meant.length === 1 ? (
        <p>
          <strong>{one.name.trim() || one.id}</strong>, {placeWords(one)}, SteamID64 {one.id}.
        </p>
      ) : (
        <p>
          <strong>{targetOf(player)}</strong>
          {may.includes('viewAllPositions') ? ', of whom the roster does not know.' : ', as typed.'}
        </p>
      )}
      <p>{children}</p>
      <AlsoPicked player={idOf(value?.players ?? {}, player)} />
      {others.length > 0 ? <p>At work on the same player: {others.join(', ')}.</p> : null}
    </>
  )
}
