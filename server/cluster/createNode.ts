import type { Answer } from '../../shared/protocol/commandCall.ts'
import type { HubParts } from '../engine/createHub.ts'
import type { Hub } from '../engine/hub.ts'
import type { Principal, Proof, Reading } from '../engine/principal.ts'
import { createReadingSide } from '../engine/readingSide.ts'
import { register } from '../engine/registry.ts'
import type { Forgetting, SharedStorage } from '../engine/storage.ts'
import { createAuthorityDesk, type Deeds } from './authorityDesk.ts'
import type { AuthorityRun } from './authorityRun.ts'
import { createCandidacy } from './candidacy.ts'
import { createErrands, type Errands } from './errands.ts'
import { createForgetEverywhere } from './forgetEverywhere.ts'
import { createLetters, type Letters } from './letters.ts'
import { createNeighbours } from './neighbours.ts'
import type { Node } from './node.ts'
import { createNodeHub } from './nodeHub.ts'
import { createRefusals } from './refusals.ts'
import { createReplica, type Replica } from './replica.ts'
import { createRoles } from './roles.ts'
import { createRunHub } from './runHub.ts'
import { createStanding } from './standing.ts'
import { createTenure } from './tenure.ts'
import { Answered, type Beat, LiveChanges } from './wire.ts'

/** Whoever stops waits no longer for others to answer what it was asked. */
const lastAnswersMs = 5_000

export interface NodeParts
  extends Omit<HubParts, 'storage' | 'liveVersionsFrom' | 'onForgotten' | 'refusedBefore' | 'keepsRefusals'> {
  readonly storage: SharedStorage
  /** Who sits there by these documents, by what another node says that they have shown. */
  readonly principalFromProof: (proof: Proof, read: Reading) => Principal
}

/** One node of those that share a store: it shows what all show, and is the authority whenever nobody is. @throws what the store throws */
export async function createNode(parts: NodeParts): Promise<Node> {
  const core = openCore(parts)
  const { hub, roles, tenure } = core
  await core.replica.start()
  core.neighbours.begin()
  core.life.candidacy = createCandidacy({ ...parts, ...tenure })
  return {
    ...{ hub, bus: parts.storage.bus },
    role: roles.role,
    run: roles.run,
    onRole: roles.onRole,
    state: core.standing.state,
    seq: core.replica.tail.seq,
    atSeq: (seq, act) => core.replica.points.when({ seq, epoch: 0, live: 0 }, act),
    stepDown: tenure.retire,
    close: hub.close,
  }
}

/** What begins after all is put together. */
interface Life {
  isClosing: boolean
  candidacy: ReturnType<typeof createCandidacy> | null
}

function openCore(parts: NodeParts) {
  const { storage, clock, onFault } = parts
  const life: Life = { isClosing: false, candidacy: null }
  const letters = createLetters(storage.bus, onFault)
  const registry = register(parts.features)
  const roles = createRoles(clock, onFault)
  const replica = createReplica({ ...parts, registry, askForLive: () => askForLive(core) })
  const refusals = createRefusals({ letters, clock })
  const neighbours = createNeighbours({
    ...{ letters, clock },
    ownBeat: () => beatOf(core),
    onBeat: createOnBeat(() => core),
  })
  const forgetting = createForgetEverywhere({ letters, clock, replica, refusals, neighbours })
  const reading = createReadingSide({
    ...{ registry, storage, clock, onFault, documents: replica.documents, publisher: replica.publisher },
  })
  const tenure = createTenure({
    ...{ ...parts, letters, replica, refusals, roles },
    publicRun: (run) => createRunHub(hub, run, errands.shown),
    changed() {
      neighbours.say()
      errands.again()
    },
  })
  const { current: run } = tenure
  const authority = () => neighbours.authority()?.node ?? null
  const errands = createErrands({ letters, clock, run, authority, points: replica.points })
  const standing = createStanding({
    ...{ node: letters.node, clock, storage, replica, neighbours, roles, run },
    candidate: () => life.candidacy?.why() ?? null,
    isClosing: () => life.isClosing,
  })
  const deeds = createDeeds({ ...parts, shown: errands.shown, reading, tenure, forgetting })
  const stops = [
    ...hearAuthority(letters, replica),
    createAuthorityDesk({ ...parts, letters, run, deeds }),
    ...[forgetting.stop, refusals.stop, neighbours.stop, errands.close, replica.tail.close],
  ]
  const hub: Hub = createNodeHub({
    ...{ reading, replica, registry, errands, run, forget: deeds.forget, state: standing.hubState },
    durability: () => storage.durability,
    close: createClose(() => core),
  })
  const core = { parts, life, stops, letters, replica, roles, neighbours, tenure, errands, standing, hub }
  return core
}
type Core = ReturnType<typeof openCore>

/** What the authority tells all others without being asked. Returns the ways to stop. */
function hearAuthority(letters: Letters, replica: Replica) {
  return [
    letters.listen('live', LiveChanges, replica.takeLive),
    letters.listen(`answers.${letters.node}`, Answered, (answered) => {
      if ('live' in answered) replica.feed.takeAll(answered.live)
    }),
    letters.onGap(replica.doubt),
  ]
}

function askForLive({ letters, replica, neighbours, tenure }: Core) {
  const run = tenure.current()
  const other = neighbours.authority()?.node
  if (run) queueMicrotask(() => replica.feed.takeAll(run.liveState()))
  else if (other) letters.send(`calls.${other}`, { id: 'live', errand: { kind: 'live' } })
}

function beatOf({ life, tenure, replica }: Core): Beat {
  const run = tenure.current()
  if (!run) return { isLeaving: life.isClosing, at: replica.at(), office: null }
  const office = { startSeq: run.startSeq, forgets: run.forgets(), state: run.inner.state() }
  return { isLeaving: life.isClosing, at: run.point(), office }
}

/** An authority that was not known before is asked at once what others did not answer. */
function createOnBeat(core: () => Core) {
  let known = ''
  return (beat: Beat, from: string) => {
    const { letters, standing, replica, neighbours, errands } = core()
    replica.heard(beat)
    if (from === letters.node) {
      standing.tick()
      return replica.feed.askAgain()
    }
    const { node, beat: its } = neighbours.authority() ?? {}
    const now = `${node} ${its?.at.epoch}`
    if (node && now !== known) errands.again()
    known = now
  }
}

interface DeedParts extends Pick<NodeParts, 'principalFromProof'> {
  /** Not for ever: a store that has lost something may never come so far. */
  readonly shown: Errands['shown']
  readonly reading: ReturnType<typeof createReadingSide>
  readonly tenure: ReturnType<typeof createTenure>
  readonly forgetting: ReturnType<typeof createForgetEverywhere>
}

/** What is done here for any node, other than by the hub that runs the rules. */
function createDeeds({ principalFromProof, shown, reading, tenure, forgetting: everywhere }: DeedParts): Deeds {
  const forget = async (run: AuthorityRun, forgetting: Forgetting): Promise<Answer> => {
    try {
      await run.inner.forget(forgetting)
      await everywhere.run(run, forgetting, tenure.forgottenAt(forgetting) ?? run.point().seq)
      return { ok: true, output: {}, seq: run.point().seq }
    } catch (error) {
      return { ok: false, code: 'failed', message: error instanceof Error ? error.message : String(error) }
    }
  }
  return {
    async query(run, { proof, address, call, after }) {
      await shown(after)
      return run.reply(reading.query(principalFromProof(proof, reading.read), call, address))
    },
    forget: (run, { forgetting }) => run.reply(forget(run, forgetting as Forgetting)),
  }
}

/** In order: answers what was taken, gives the lease back, and lets others answer the rest. */
function createClose(core: () => Core) {
  let closed: Promise<void> | null = null
  const close = async () => {
    const { parts, life, stops, neighbours, tenure, errands } = core()
    life.isClosing = true
    await tenure.retire()
    await life.candidacy?.stop()
    neighbours.say()
    const late = Promise.withResolvers<void>()
    const cancel = parts.clock.after(lastAnswersMs, late.resolve)
    if (neighbours.names().length > 0) await Promise.race([errands.settled(), late.promise])
    cancel()
    for (const stop of stops) stop()
    await parts.storage.close()
  }
  return () => {
    closed ??= close()
    return closed
  }
}
