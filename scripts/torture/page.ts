import { connect } from '../../client/connection/connect.ts'
import { connectionStateAtom } from '../../client/connection/connectionState.ts'
import { createReplica } from '../../client/connection/replica.ts'
import { copyAtom } from '../../client/connection/useDocument.ts'
import { createWire, type Wire, type WireListeners } from '../../client/connection/wire.ts'
import type { Random } from '../../server/game/simulator/random.ts'
import type { DocumentId } from '../../shared/engine/document.ts'
import { CommandId } from '../../shared/engine/ids.ts'
import type { Answer, CommandCall } from '../../shared/protocol/calls.ts'
import { Down } from '../../shared/protocol/down.ts'
import type { FinalCopies, RepeatedCall, SentCommand, ShownDocument } from './evidence.ts'

interface PageDeps {
  /** Account and number, as 'ann 1'. */
  readonly name: string
  readonly account: string
  readonly cookie: string
  readonly random: Random
  /** The port of the next node to connect to. */
  readonly nextPort: () => number
}

/** Records received versions, all changes of a message at once, as the page applies them. */
function createReceivedRecord({ name: page, account }: PageDeps) {
  const replica = createReplica()
  const shown: ShownDocument[] = []
  return {
    replica,
    shown,
    down(message: unknown) {
      const changed = new Set<DocumentId>()
      for (const change of Down.parse(message).changes) {
        const id = change.id as DocumentId
        if (replica.receive(change) === 'ok' && change.type !== 'dropped' && change.type !== 'current') changed.add(id)
      }
      for (const id of changed) {
        const held = replica.held(id)
        if (held) shown.push({ page, account, id, ...held })
      }
    },
  }
}

/** Records sent commands and their answers. */
function createSentRecord({ name: page, account }: PageDeps) {
  const commands = new Map<string, SentCommand>()
  return {
    all: () => [...commands.values()],
    command(message: unknown) {
      const { id: commandId, name, input } = message as CommandCall
      const known = commands.get(commandId)
      if (known) known.attempts += 1
      else
        commands.set(commandId, {
          page,
          account,
          commandId,
          name,
          input,
          sentAt: performance.now(),
          answeredAt: null,
          answer: null,
          attempts: 1,
        })
    },
    answered(id: string, answer: Answer) {
      const one = commands.get(id)
      if (one) Object.assign(one, { answer, answeredAt: performance.now() })
    },
  }
}

/** An open page: the product's own connection, with everything it receives and sends recorded. */
export function openPage(deps: PageDeps) {
  const { name: page, account, random } = deps
  const received = createReceivedRecord(deps)
  const sent = createSentRecord(deps)
  const watched = new Map<DocumentId, () => void>()
  const repeats: RepeatedCall[] = []
  let hasLeft = false
  const wire = createRotatingWire(deps.nextPort, deps.cookie, { down: received.down, command: sent.command })
  const randomBytes = () => Uint8Array.from({ length: 10 }, () => Math.floor(random() * 256))
  const connection = connect({ wire, random, randomBytes })
  let open = 0
  const documentValue = (id: DocumentId) => connection.store.get(copyAtom(id)).value
  const copyOf = (id: DocumentId) => {
    const [value, held] = [documentValue(id), received.replica.held(id)]
    return value && held ? [[id, { version: held.version, value }] as const] : []
  }
  return {
    name: page,
    account,
    shown: received.shown,
    commands: sent.all,
    repeats,
    isLive: () => connection.store.get(connectionStateAtom).name === 'live',
    isIdle: () => open === 0,
    /** Its user was erased, so that nothing comes to it any more. */
    hasLeft: () => hasLeft,
    leave() {
      hasLeft = true
      connection.close()
    },
    /** Sends a command, repeated until it is answered. */
    async send(name: string, input: object) {
      open += 1
      let id = ''
      const answer = await connection.send(name, input, (flight) => {
        id = flight.id
      })
      open -= 1
      sent.answered(id, answer)
      return answer
    },
    /** One attempt. */
    query: connection.query,
    /** Sends the latest accepted command once more under its id, and does not wait for the answer. */
    sendAgain(contents: 'same' | 'otherContents') {
      const first = sent.all().findLast(({ answer }) => answer?.ok)
      if (!first?.answer) return
      const input = contents === 'same' ? first.input : otherInput(first.input)
      const one: RepeatedCall = { page, contents, first, answer: null }
      if (input === null) return
      repeats.push(one)
      wire.repeat({ id: CommandId.parse(first.commandId), name: first.name, input }, (answer) => {
        one.answer = answer as Answer
      })
    },
    watch(...ids: readonly DocumentId[]) {
      for (const id of ids) if (!watched.has(id)) watched.set(id, connection.watch(id))
    },
    documentOf: <T>(id: DocumentId) => (documentValue(id) ?? undefined) as T | undefined,
    held: (): FinalCopies => ({ who: page, copies: new Map(hasLeft ? [] : [...watched.keys()].flatMap(copyOf)) }),
    wake: connection.wake,
    close: connection.close,
  }
}
export type Page = ReturnType<typeof openPage>

/** The same input with another amount, price or name; null where it has none. */
function otherInput(input: unknown): object | null {
  const own = input as Record<string, unknown>
  const field = ['price', 'amount', 'dinosaur', 'operation', 'id'].find((name) => Object.hasOwn(own, name))
  const value = field && own[field]
  if (!field) return null
  return { ...own, [field]: typeof value === 'number' ? value + 1 : `${value}x` }
}

interface WireSpy {
  /** Called with each message before the page gets it. */
  down(message: unknown): void
  /** Called with each command that is sent. */
  command(call: unknown): void
}

/** A wire behind a load balancer: each connection goes to the next node. */
function createRotatingWire(nextPort: () => number, cookie: string, spy: WireSpy) {
  let current: Wire | null = null
  let listeners: WireListeners | null = null

  const listenersOf = (to: WireListeners, wire: Wire): WireListeners => ({
    ...to,
    lost: (reason) => wire === current && to.lost(reason),
    down(message) {
      if (wire !== current) return
      spy.down(message)
      to.down(message)
    },
  })
  return {
    get connected() {
      return current?.connected ?? false
    },
    open(first: Parameters<Wire['open']>[0]) {
      current?.close()
      const address = `http://127.0.0.1:${nextPort()}`
      current = createWire(address, { cookie, origin: address })
      if (listeners) current.listen(listenersOf(listeners, current))
      current.open(first)
    },
    close() {
      current?.close()
      current = null
    },
    send(...[event, message, answered]: Parameters<Wire['send']>) {
      if (event === 'command' && current?.connected) spy.command(message)
      current?.send(event, message, answered)
    },
    listen(to: WireListeners) {
      listeners = to
    },
    /** Beside the page, which does not know of it. */
    repeat(call: CommandCall, answered: (answer: unknown) => void) {
      current?.send('command', call, answered)
    },
  } satisfies Wire & { repeat: unknown }
}
