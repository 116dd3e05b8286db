import type { Answer } from '../../shared/protocol/calls.ts'
import type { createReadModel } from '../engine/access.ts'
import type { Principal, Proof, Reading } from '../engine/principal.ts'
import type { PersonErasure } from '../engine/storage.ts'
import type { createEraseEverywhere } from './eraseEverywhere.ts'
import type { createTerms, LeaderTerm } from './leader.ts'
import { type LeaderRequest, type Messages, type Reply, RequestMessage, type Watermark } from './messages.ts'

/** More requests at once are dropped: their nodes repeat them. */
const mostAtOnce = 10_000

type RequestOf<Kind extends LeaderRequest['kind']> = Extract<LeaderRequest, { kind: Kind }>

interface LeaderServerDeps {
  readonly messages: Messages
  readonly terms: Pick<ReturnType<typeof createTerms>, 'current' | 'erasedAt'>
  readonly principalFromProof: (proof: Proof, read: Reading) => Principal
  readonly readModel: Pick<ReturnType<typeof createReadModel>, 'read' | 'query'>
  readonly eraseEverywhere: Pick<ReturnType<typeof createEraseEverywhere>, 'run'>
  /** Resolves when this node shows it, or after some time. */
  readonly shown: (watermark: Watermark) => Promise<void>
  readonly onFault: (what: string, error: unknown) => void
}

/** Answers the requests of other nodes while this node leads. A follower answers none. */
export function createLeaderServer(deps: LeaderServerDeps) {
  const { messages, terms, principalFromProof, readModel, eraseEverywhere, shown, onFault } = deps
  let underWay = new Set<string>()
  let servedTerm: LeaderTerm | null = null

  /** The principal is determined by the leader's documents at the moment of the command, as for a user of this node. */
  const principalOf = ({ actor, proof }: RequestOf<'dispatch'>): Principal => ({
    id: actor,
    name: '',
    role: null,
    may: [],
    can: () => false,
    asOf: (read) => principalFromProof(proof, read),
  })
  const answerQuery = async (term: LeaderTerm, { proof, from, call, after }: RequestOf<'query'>) => {
    await shown(after)
    return term.reply(readModel.query(principalFromProof(proof, readModel.read), call, from))
  }
  /** Erases from this node's memory and store, then from the memory of the others. */
  const eraseAll = async (term: LeaderTerm, erasure: PersonErasure): Promise<Answer> => {
    try {
      await term.inner.erase(erasure)
      await eraseEverywhere.run(term, erasure, terms.erasedAt(erasure) ?? term.at().seq)
      return { ok: true, output: {}, seq: term.at().seq }
    } catch (error) {
      return { ok: false, code: 'failed', message: error instanceof Error ? error.message : String(error) }
    }
  }
  const erase = (term: LeaderTerm, erasure: PersonErasure) => term.reply(eraseAll(term, erasure))

  const carryOut = (term: LeaderTerm, request: Exclude<LeaderRequest, { kind: 'live' }>): Promise<Reply | null> => {
    switch (request.kind) {
      case 'dispatch':
        return term.dispatch(principalOf(request), request.call, request.from)
      case 'execute':
        return term.reply(term.inner.executeOnce(request.actor, request.name, request.input, request.commandId))
      case 'query':
        return answerQuery(term, request)
      case 'erase':
        return erase(term, request.erasure)
    }
  }
  /** A request that is repeated while it is carried out is answered once. @returns null for a request to drop */
  const begin = (term: LeaderTerm, key: string) => {
    if (servedTerm !== term) underWay = new Set()
    servedTerm = term
    if (underWay.has(key) || underWay.size >= mostAtOnce) return null
    return underWay.add(key)
  }
  const stop = messages.listen(`requests.${messages.node}`, RequestMessage, ({ id, request }, from) => {
    const term = terms.current()
    if (!term) return
    if (request.kind === 'live') return messages.send(`replies.${from}`, { live: term.liveState() })
    const key = `${from} ${id}`
    const requests = begin(term, key)
    if (!requests) return
    carryOut(term, request)
      .then((reply) => reply && messages.send(`replies.${from}`, { id, reply }))
      .catch((error: unknown) => onFault(`answer node ${from}`, error))
      .finally(() => requests.delete(key))
  })
  return {
    /** Also used for an erasure that was requested on this node. */
    erase,
    stop,
  }
}
