import type { DocumentId } from '../../shared/engine/document.ts'
import { type Watch, Watching } from '../../shared/protocol/watch.ts'
import type { Clock } from './clock.ts'

type Asked = Watch['documents'][number]

export interface QuestionParts {
  readonly clock: Clock
  question(id: DocumentId): Asked
  send(watch: Watch, answered: (answer: unknown) => void): void
  refuse(ids: readonly DocumentId[]): void
}

export interface Questions {
  /** Asks soon, together with all that is asked in this turn. */
  ask(ids: readonly DocumentId[]): void
  /** Asks again after a gap, unless just that was asked already and the answer is under way. */
  mend(ids: readonly DocumentId[]): void
  /** The answer has come. */
  settled(ids: readonly DocumentId[]): void
  /** What can be asked as the next connection is made. */
  first(ids: readonly DocumentId[]): Asked[]
  /** A new connection: nothing asked before will be answered, but for what was asked as it was made. Gives that. */
  reset(): ReadonlySet<DocumentId>
}

const answerWithinMs = 5_000
const mostAtOnce = 100

const idsOf = (asked: readonly Asked[]): ReadonlySet<DocumentId> => new Set(asked.map(({ id }) => id as DocumentId))

/** Asking the hub for documents: gathered into few messages, and not twice for the same thing. */
export function createQuestions({ clock, question, send, refuse }: QuestionParts): Questions {
  const underWay = new Map<DocumentId, Asked>()
  const waiting = new Set<DocumentId>()
  let first: readonly Asked[] = []

  const begin = (asked: readonly Asked[]) => {
    for (const one of asked) underWay.set(one.id as DocumentId, one)
    const ids = [...idsOf(asked)]
    return clock.after(answerWithinMs, () => ask(ids.filter((id) => underWay.has(id))))
  }
  const put = (asked: Asked[]) => {
    const callOff = begin(asked)
    send({ documents: asked }, (answer) => {
      callOff()
      const { data: watching } = Watching.safeParse(answer)
      const no = (watching?.refused ?? []) as DocumentId[]
      for (const id of no) underWay.delete(id)
      refuse(no)
    })
  }

  const flush = () => {
    const asked = [...waiting].map(question)
    waiting.clear()
    for (let from = 0; from < asked.length; from += mostAtOnce) put(asked.slice(from, from + mostAtOnce))
  }

  const ask = (ids: readonly DocumentId[]) => {
    if (ids.length > 0 && waiting.size === 0) queueMicrotask(flush)
    for (const id of ids) waiting.add(id)
  }

  return {
    ask,
    mend: (ids) =>
      ask(ids.filter((id) => underWay.get(id)?.held?.version !== question(id).held?.version || !underWay.has(id))),
    settled: (ids) => ids.forEach((id) => void underWay.delete(id)),
    first: (ids) => {
      first = ids.slice(0, mostAtOnce).map(question)
      return [...first]
    },
    reset: () => {
      const asked = first
      first = []
      underWay.clear()
      if (asked.length > 0) begin(asked)
      return idsOf(asked)
    },
  }
}
