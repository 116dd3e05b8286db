import { act, cleanup, configure, render } from '@testing-library/react'
import { createStore } from 'jotai'
import type { ReactNode } from 'react'
import { onTestFinished } from 'vitest'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import type { z } from 'zod'
import { type DocumentId, type DocumentKind, documentId } from '../../shared/engine/document.ts'
import { permissionsOf, type Role } from '../../shared/engine/permissions.ts'
import type { Query } from '../../shared/engine/query.ts'
import type { Answer } from '../../shared/protocol/calls.ts'
import type { Hello } from '../../shared/protocol/hello.ts'
import { ConnectionProvider } from '../connection/ConnectionProvider.tsx'
import type { Connection } from '../connection/connect.ts'
import {
  type ConnectionState,
  connectionStateAtom,
  type HubNotice,
  helloAtom,
  noticeAtom,
} from '../connection/connectionState.ts'
import { helloOf } from '../connection/testing/openConnection.ts'
import { copyAtom, type DocumentState, refused, watcherAtom } from '../connection/useDocument.ts'

// How long `findBy` and `waitFor` wait: only a hang meets this limit.
configure({ asyncUtilTimeout: 60_000 })

/** Server time of a rendered screen, epoch ms. */
export const screenNow = Date.UTC(2026, 10, 21, 12)

interface ScreenSetup {
  /** The hub's hello about itself and the principal; null while it has not answered yet. A guest of a demo by default. */
  readonly hello?: Partial<Hello> | null
  readonly connection?: ConnectionState['name']
  /** The documents that the hub has, made with `given` or `refusedDocument`. Any other one stays loading. */
  readonly documents?: readonly GivenDocument[]
  /** The answers to queries, made with `answering`. Any other query stays without an answer. */
  readonly queries?: readonly GivenAnswer[]
  /** The address of the page. */
  readonly path?: string
}

type GivenDocument = readonly [DocumentId, DocumentState<object>]
type GivenAnswer = readonly [name: string, answer: (input: unknown) => Answer | Promise<Answer>]

/** A document with a value of its schema; fields that are left out have their defaults. */
export const given = <K extends DocumentKind>(kind: K, key: string, value: z.input<K['schema']>): GivenDocument => [
  documentId(kind, key),
  { state: 'here', value: kind.schema.parse(value), at: screenNow },
]

export const refusedDocument = (kind: DocumentKind, key: string): GivenDocument => [documentId(kind, key), refused]

/** The answers to a query, or its refusals. */
export const answering = <Q extends Query>(
  query: Q,
  answer: (input: z.output<Q['input']>) => z.input<Q['output']> | Extract<Answer, { ok: false }>,
): GivenAnswer => [
  query.name,
  (input) => {
    const output = answer(query.input.parse(input) as z.output<Q['input']>)
    return isRefusal(output) ? output : { ok: true, output: query.output.parse(output), seq: 0 }
  },
]

/** A query that is answered when the test says so. */
export function answeringLater<Q extends Query>(query: Q) {
  let resolve = (_: Answer) => {}
  const given: GivenAnswer = [query.name, () => new Promise<Answer>((take) => (resolve = take))]
  /** Answers the last one. */
  const answer = (output: z.input<Q['output']>) =>
    act(async () => resolve({ ok: true, output: query.output.parse(output), seq: 0 }))
  return { given, answer }
}

const isRefusal = (output: unknown): output is Extract<Answer, { ok: false }> =>
  typeof output === 'object' && output !== null && 'ok' in output && output.ok === false

export const refusal = (code: string, message: string): Extract<Answer, { ok: false }> => ({ ok: false, code, message })

interface SentCommand {
  readonly name: string
  readonly input: unknown
  /** Answers it, as the hub would. */
  answer(answer: Answer): Promise<void>
}

/**
 * Renders a screen without a hub: on a connection of which the test gives documents and answers, and reads the commands. The test
 * needs `// @vitest-environment happy-dom` in its first line.
 */
export function renderScreen(content: ReactNode, setup: ScreenSetup = {}) {
  // Here nothing has a place on the screen.
  document.elementsFromPoint ??= () => []
  const { hello = {}, connection: state = 'live', documents = [], queries = [], path = '/' } = setup
  const store = createStore()
  const sent: SentCommand[] = []
  const hub = new Map(documents)
  const answers = new Map(queries)
  const watched = new Set<DocumentId>()

  const connection: Connection = {
    store,
    serverNow: () => screenNow,
    watch(id) {
      const document = hub.get(id)
      if (document) store.set(copyAtom(id), document)
      watched.add(id)
      return () => void watched.delete(id)
    },
    stream: () => ({ requestKeyFrame: () => {}, stop: () => {} }),
    send: (name, input, onUpdate) =>
      new Promise((resolve) => {
        onUpdate?.({ id: `command-${sent.length}` as never, name, since: screenNow, attempts: 1 })
        sent.push({ name, input, answer: (answer) => act(async () => resolve(answer)) })
      }),
    query: (name, input) => {
      const answer = answers.get(name)
      return answer ? Promise.resolve(answer(input)) : new Promise(() => {})
    },
    wake: () => {},
    restart: () => {},
    close: () => {},
  }
  store.set(watcherAtom, connection)
  store.set(connectionStateAtom, { name: state, since: screenNow })
  store.set(helloAtom, hello && helloOf({ now: screenNow, ...hello }))

  const { hook, searchHook, history = [] } = memoryLocation({ path, record: true })
  ;(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true
  // A test may render twice, and the next test is another browser. The last one named runs first: a screen that closes may keep a draft.
  onTestFinished(() => {
    sessionStorage.clear()
    localStorage.clear()
  })
  onTestFinished(cleanup)
  const { unmount } = render(
    <ConnectionProvider connection={connection}>
      <Router hook={hook} searchHook={searchHook}>
        {content}
      </Router>
    </ConnectionProvider>,
  )
  return {
    /** Removes the screen before the end of the test. */
    unmount,
    /** Commands that the screen has sent, the oldest first. */
    sent,
    /** The documents that the screen watches now, one for each id. */
    watched,
    /** The address after navigation. */
    address: () => history.at(-1),
    /** Waits until the answers to queries are rendered. */
    settle: () => act(async () => {}),
    /** A document has changed. */
    change: ([id, document]: GivenDocument) => act(() => store.set(copyAtom(id), document)),
    /** The connection has changed. @param since server epoch ms */
    connect: (name: ConnectionState['name'], since = screenNow) =>
      act(() => store.set(connectionStateAtom, { name, since })),
    /** The hub has sent a notice. */
    notify: (notice: HubNotice) => act(() => store.set(noticeAtom, notice)),
    /** A new hello has arrived. */
    sayHello: (next: Partial<Hello>) => act(() => store.set(helloAtom, helloOf({ now: screenNow, ...next }))),
  }
}

/** The hello to a principal with all permissions of a role. */
export const signedIn = (role: Role, id = 'ann'): Pick<Hello, 'principal' | 'may'> => ({
  may: [...permissionsOf[role]],
  principal: {
    id,
    name: id.slice(0, 1).toUpperCase() + id.slice(1),
    role,
    session: { id: 'session-1', elevatedUntil: null, viewing: null },
  },
})
