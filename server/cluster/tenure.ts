import { createHub, type HubParts } from '../engine/createHub.ts'
import type { Forgetting, SharedStorage } from '../engine/storage.ts'
import { type AuthorityRun, createAuthorityRun } from './authorityRun.ts'
import { handedOver } from './candidacy.ts'
import type { Letters } from './letters.ts'
import { liveVersionsFrom } from './liveDocuments.ts'
import type { Run } from './node.ts'
import type { Refusals } from './refusals.ts'
import type { Replica } from './replica.ts'
import type { Roles } from './roles.ts'

interface TenureParts extends Omit<HubParts, 'storage' | 'refusedBefore' | 'keepsRefusals'> {
  readonly storage: SharedStorage
  readonly letters: Letters
  readonly replica: Replica
  readonly refusals: Refusals
  readonly roles: Roles
  readonly publicRun: (run: AuthorityRun) => Run
  /** There is an authority here, or there is none any more. */
  readonly changed: () => void
}

/** The times in which this node is the authority, one after the other. */
export function createTenure(parts: TenureParts) {
  const { replica, roles, changed } = parts
  const forgottenAt = new WeakMap<Forgetting, number>()
  let latest: AuthorityRun | null = null
  let isRetiring = false
  const current = () => (latest && !latest.isOver() && !isRetiring ? latest : null)

  return {
    current,
    /** The seq at which memory forgot them. */
    forgottenAt: (forgetting: Forgetting) => forgottenAt.get(forgetting),
    load: () => loadRun(parts, (forgetting, seq) => void forgottenAt.set(forgetting, seq)),
    begin(run: AuthorityRun) {
      latest = run
      isRetiring = false
      changed()
      // Workers begin when they see all that was decided before.
      void replica.points.shown({ seq: run.startSeq, epoch: run.epoch, live: 0 }).then(() => {
        if (current() === run) roles.become(parts.publicRun(run))
      })
    },
    end(run: AuthorityRun) {
      if (latest === run) latest = null
      roles.become(null)
      changed()
    },
    /** Takes on nothing more, writes what it has taken, and is over. */
    async retire() {
      const run = current()
      if (!run) return
      isRetiring = true
      roles.become(null)
      await run.inner.close()
      run.end(handedOver)
    },
  }
}

/** @throws StoreInUse, or why the documents cannot be loaded */
async function loadRun(parts: TenureParts, onForgotten: HubParts['onForgotten']): Promise<AuthorityRun> {
  const { storage, letters, replica, refusals, onState, onFault } = parts
  let run: AuthorityRun | null = null
  const inner = await createHub({
    ...parts,
    // The storage outlives the run. Over it and not a copy of it: some of what it tells changes.
    storage: Object.assign(Object.create(storage) as typeof storage, { close: async () => {} }),
    liveVersionsFrom,
    // Who missed some is sent them from what the node shows.
    changesKept: 1,
    refusedBefore: refusals.kept,
    keepsRefusals: true,
    ...(onForgotten && { onForgotten }),
    onState(state) {
      onState?.(state)
      if (state.name === 'stopped') run?.end(`stopped: ${state.why}`)
    },
    onFault(what, error) {
      if (!run?.isOver()) onFault(what, error)
    },
  })
  run = createAuthorityRun({ inner, storage, letters, replica, refusals })
  return run
}
