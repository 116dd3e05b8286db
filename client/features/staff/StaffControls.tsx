import { useAtomValue } from 'jotai'
import { useState } from 'react'
import type { Permission } from '../../../shared/engine/permissions.ts'
import { accessAtom } from '../../connection/handshake.ts'
import { Communication } from './Communication.tsx'
import { noPlayer } from './pickedPlayer.ts'
import { TargetControls } from './TargetControls.tsx'
import { Teleportation } from './Teleportation.tsx'

const onOnePlayer: readonly Permission[] = ['slayPlayers', 'healPlayers', 'kickPlayers', 'banPlayers']
const communication: readonly Permission[] = ['messagePlayers', 'broadcast']

/** The commands on other players, each part shown by permission, all on one target. */
export function StaffControls() {
  const { may } = useAtomValue(accessAtom)
  const [target, setTarget] = useState(noPlayer)
  const mayAny = (some: readonly Permission[]) => some.some((each) => may.includes(each))
  const hasTarget = mayAny(onOnePlayer)
  const targetProps = { target, onTarget: setTarget, hasTarget }
  return (
    <>
      {hasTarget ? <TargetControls target={target} onTarget={setTarget} /> : null}
      {mayAny(communication) ? <Communication {...targetProps} /> : null}
      {mayAny(['teleportPlayers']) ? <Teleportation {...targetProps} /> : null}
    </>
  )
}
