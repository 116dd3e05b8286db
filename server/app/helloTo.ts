import type { Hello } from '../../shared/protocol/hello.ts'
import { protocolVersion } from '../../shared/protocol/version.ts'
import type { Principal } from '../engine/principal.ts'

/** Of the house whose hub it is. */
type House = Pick<Hello, 'epoch' | 'now' | 'community' | 'demo'>

/** The first word to whoever sits there. */
export const helloTo = ({ id, name, role, may, session = null }: Principal, house: House): Hello => ({
  protocol: protocolVersion,
  ...house,
  you: id === null || role === null ? null : { id, name, role, session: session && { ...session } },
  may: [...may],
})
