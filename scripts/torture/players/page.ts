import { connect } from '../../../client/connection/connect.ts'
import { connectionStateAtom } from '../../../client/connection/connectionState.ts'
import { createReplica } from '../../../client/connection/replica.ts'
import { copyAtom } from '../../../client/connection/useDocument.ts'
import type { Random } from '../../../server/game/simulator/random.ts'
import type { DocumentId } from '../../../shared/engine/document.ts'
import type { Answer, CommandCall } from '../../../shared/protocol/calls.ts'
import { Down } from '../../../shared/protocol/down.ts'
import type { Asked, Holding, Sight } from '../judge/evidence.ts'
import { createRovingWire } from './rovingWire.ts'

export interface PageParts {
  /** Which page of whom, as 'ann 1'. */
  readonly name: string
  readonly account: string
  readonly cookie: string
  readonly random: Random
  /** Where to come in next. */
  readonly nextPort: () => number
}

/** Notes what comes down, as the page takes it: all of a message at once. */
function createWitness({ name: page, account }: PageParts) {
  const replica = createReplica()
  const sights: Sight[] = []
  return {
    replica,
    sights,
    down(message: unknown) {
      const shown = new Set<DocumentId>()
      for (const change of Down.parse(message).changes) {
        const id = change.id as DocumentId
        if (replica.receive(change) === 'ok' && change.type !== 'dropped' && change.type !== 'current') shown.add(id)
      }
      for (const id of shown) {
        const held = replica.held(id)
        if (held) sights.push({ page, account, id, ...held })
      }
    },
  }
}

/** Notes what goes out, and what comes of it. */
function createNotes({ name: page, account }: PageParts) {
  const asked = new Map<string, Asked>()
  return {
    all: () => [...asked.values()],
    asks(message: unknown) {
      const { id: commandId, name, input } = message as CommandCall
      const known = asked.get(commandId)
      if (known) known.attempts += 1
      else
        asked.set(commandId, {
          ...{
            page,
            account,
            commandId,
            name,
            input,
            sentAt: performance.now(),
            answeredAt: null,
            answer: null,
            attempts: 1,
          },
        })
    },
    answered(id: string, answer: Answer) {
      const one = asked.get(id)
      if (one) Object.assign(one, { answer, answeredAt: performance.now() })
    },
  }
}

/** An open page: the product's own connection, and a witness of all that it is told. */
export function openPage(parts: PageParts) {
  const { name: page, account, random } = parts
  const witness = createWitness(parts)
  const notes = createNotes(parts)
  const watched = new Map<DocumentId, () => void>()
  const wire = createRovingWire(parts.nextPort, parts.cookie, { down: witness.down, asks: notes.asks })
  const randomBytes = () => Uint8Array.from({ length: 10 }, () => Math.floor(random() * 256))
  const connection = connect({ wire, random, randomBytes })
  let underWay = 0
  /** What the page shows. */
  const shown = (id: DocumentId) => connection.store.get(copyAtom(id)).value
  const copyOf = (id: DocumentId) => {
    const [value, held] = [shown(id), witness.replica.held(id)]
    return value && held ? [[id, { version: held.version, value }] as const] : []
  }
  return {
    ...{ name: page, account, sights: witness.sights, asked: notes.all },
    isLive: () => connection.store.get(connectionStateAtom).name === 'live',
    isQuiet: () => underWay === 0,
    /** As the product's page gives it: repeated until it is answered. */
    async give(name: string, input: object) {
      underWay += 1
      let id = ''
      const answer = await connection.send(name, input, (flight) => {
        id = flight.id
      })
      underWay -= 1
      notes.answered(id, answer)
      return answer
    },
    watch(...ids: readonly DocumentId[]) {
      for (const id of ids) if (!watched.has(id)) watched.set(id, connection.watch(id))
    },
    documentOf: <T>(id: DocumentId) => (shown(id) ?? undefined) as T | undefined,
    held: (): Holding => ({ who: page, copies: new Map([...watched.keys()].flatMap(copyOf)) }),
    wake: connection.wake,
    close: connection.close,
  }
}
export type Page = ReturnType<typeof openPage>
