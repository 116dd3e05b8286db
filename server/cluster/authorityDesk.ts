import type { Principal, Proof, Reading } from '../engine/principal.ts'
import type { AuthorityRun } from './authorityRun.ts'
import type { Letters } from './letters.ts'
import { Call, type Errand, type Reply } from './wire.ts'

/** More than these at once are not looked at: they are asked again. */
const mostAtOnce = 10_000

export interface DeskParts {
  readonly letters: Letters
  readonly run: () => AuthorityRun | null
  readonly principalFromProof: (proof: Proof, read: Reading) => Principal
  readonly deeds: Deeds
  readonly onFault: (what: string, error: unknown) => void
}

/** What is done here for another node as for this one. */
export interface Deeds {
  query(run: AuthorityRun, errand: Extract<Errand, { kind: 'query' }>): Promise<Reply | null>
  forget(run: AuthorityRun, errand: Extract<Errand, { kind: 'forget' }>): Promise<Reply | null>
}

/**
 * Where the authority answers what other nodes ask of it. Who asks is worked out by its own documents at that moment, as for
 * somebody of this node. Who is not the authority answers nothing.
 */
export function createAuthorityDesk({ letters, run, principalFromProof, deeds, onFault }: DeskParts) {
  let underWay = new Set<string>()
  let ofRun: AuthorityRun | null = null

  const does = (here: AuthorityRun, errand: Exclude<Errand, { kind: 'live' }>): Promise<Reply | null> => {
    switch (errand.kind) {
      case 'dispatch':
        return here.dispatch(shownAs(principalFromProof, errand), errand.call, errand.address)
      case 'order':
        return here.reply(here.inner.orderOnce(errand.actor, errand.name, errand.input, errand.orderId))
      case 'query':
        return deeds.query(here, errand)
      case 'forget':
        return deeds.forget(here, errand)
    }
  }
  /** What is asked again while it is being done is answered once. */
  const begin = (here: AuthorityRun, key: string) => {
    if (ofRun !== here) underWay = new Set()
    ofRun = here
    if (underWay.has(key) || underWay.size >= mostAtOnce) return null
    return underWay.add(key)
  }
  return letters.listen(`calls.${letters.node}`, Call, ({ id, errand }, from) => {
    const here = run()
    if (!here) return
    if (errand.kind === 'live') return letters.send(`answers.${from}`, { live: here.liveState() })
    const key = `${from} ${id}`
    const mine = begin(here, key)
    if (!mine) return
    does(here, errand)
      .then((reply) => reply && letters.send(`answers.${from}`, { id, reply }))
      .catch((error: unknown) => onFault(`answer node ${from}`, error))
      .finally(() => mine.delete(key))
  })
}

/** Whoever the other node took them for finds what they were answered; anything else is done for who they are by these documents. */
const shownAs = (
  principalFromProof: DeskParts['principalFromProof'],
  { actor, proof }: Pick<Extract<Errand, { kind: 'dispatch' }>, 'actor' | 'proof'>,
): Principal => ({
  ...{ id: actor, name: '', role: null, may: [] },
  can: () => false,
  asOf: (read) => principalFromProof(proof, read),
})
