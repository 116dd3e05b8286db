import type { Hello } from '../../shared/protocol/hello.ts'
import { protocolVersion } from '../../shared/protocol/version.ts'
import type { Principal } from '../engine/principal.ts'

/** The fields that are the same for all clients of a hub at one moment. */
type HubInfo = Pick<Hello, 'epoch' | 'now' | 'community' | 'demo'>

/** The first message to a client: protocol, epoch, principal and permissions. */
export const helloTo = ({ id, name, role, may, session = null }: Principal, hub: HubInfo): Hello => ({
  protocol: protocolVersion,
  ...hub,
  principal: id === null || role === null ? null : { id, name, role, session: session && { ...session } },
  may: [...may],
})
