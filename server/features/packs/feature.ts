import * as commands from '../../../shared/features/packs/commands.ts'
import { membership, pack } from '../../../shared/features/packs/pack.ts'
import { packLife } from '../../../shared/features/packs/packLife.ts'
import type { Feature } from '../../engine/feature.ts'
import { implement } from '../../engine/rule.ts'
import { packCodes } from './codes.ts'
import { packPace } from './pace.ts'
import * as rules from './rules.ts'
import * as rulesOnMap from './rulesOnMap.ts'

export const packsFeature: Feature = {
  name: 'packs',
  documents: [pack, membership, packLife, packCodes, packPace],
  commands: [
    implement(commands.createPack, rules.createPack),
    implement(commands.joinPack, rules.joinPack),
    implement(commands.leavePack, rules.leavePack),
    implement(commands.removeMember, rules.removeMember),
    implement(commands.handOverPack, rules.handOverPack),
    implement(commands.renewCode, rules.renewCode),
    implement(commands.disbandPack, rules.disbandPack),
    implement(commands.setSharing, rulesOnMap.setSharing),
    implement(commands.pingPlace, rulesOnMap.pingPlace),
    implement(commands.setWaypoint, rulesOnMap.setWaypoint),
    implement(commands.reportPack, rulesOnMap.reportPack),
  ],
  queries: [],
}
