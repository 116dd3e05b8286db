import { documentId } from '../../../shared/engine/document.ts'
import { isMember, pack } from '../../../shared/features/packs/pack.ts'
import { packPositions } from '../../../shared/features/packs/packLife.ts'
import type { Hub } from '../../engine/hub.ts'
import type { Principal } from '../../engine/principal.ts'
import { type AudienceGateway, createSharedPlaces } from '../roster/rooms.ts'
import { type PlacedMember, stillShares, watchedPacks } from './packReports.ts'

interface PackAudienceOptions {
  readonly hub: Pick<Hub, 'read'>
  readonly sockets: AudienceGateway
}

/** Sends the positions of sharing members to each pack watched on this node. */
export function createPackAudience({ hub, sockets }: PackAudienceOptions) {
  const { key, ...places } = createSharedPlaces<PlacedMember>({
    sockets,
    positions: packPositions,
    sharing: pack,
    watchedKeys: () => watchedPacks(sockets.watchedIds),
    isShared: (id, member) => stillShares(hub, id, member),
  })
  return {
    ...places,
    stream: {
      kind: packPositions.kind,
      mayWatch: (principal: Principal, id: string) =>
        principal.can('play') && isMember(hub.read(pack, id), principal.id),
      decidedBy: (id: string) => [documentId(pack, id)],
      key,
    },
  }
}
