import { useAtomValue } from 'jotai'
import { useState } from 'react'
import type { Permission } from '../../../shared/engine/permissions.ts'
import { meAtom } from '../../connection/handshake.ts'
import { Communication } from './Communication.tsx'
import { nobody } from './pickedPlayer.ts'
import { TargetControls } from './TargetControls.tsx'
import { Teleportation } from './Teleportation.tsx'

const onOne: readonly Permission[] = ['slayPlayers', 'healPlayers', 'kickPlayers', 'banPlayers']
const words: readonly Permission[] = ['messagePlayers', 'broadcast']

/** The commands on others, each part only for whoever may do some of it, all on one target. */
export function StaffControls() {
  const { may } = useAtomValue(meAtom)
  const [target, setTarget] = useState(nobody)
  const mayAny = (some: readonly Permission[]) => some.some((each) => may.includes(each))
  const hasTarget = mayAny(onOne)
  const rest = { target, onTarget: setTarget, hasTarget }
  return (
    <>
      {hasTarget ? <TargetControls target={target} onTarget={setTarget} /> : null}
      {mayAny(words) ? <Communication {...rest} /> : null}
      {mayAny(['teleportPlayers']) ? <Teleportation {...rest} /> : null}
    </>
  )
}
