import type { Down } from '../../shared/protocol/down.ts'
import { type BenchSocket, openBenchSocket } from './benchSocket.ts'
import { answerParent } from './fanOutChild.ts'

// All of them lose their line at one moment, and come back at once.

export type HouseName = 'hub' | 'stock'

interface Person {
  readonly cookie: string
  /** What a page watches. */
  readonly watch: readonly string[]
  socket: BenchSocket | null
}
const houses = new Map<HouseName, { readonly port: number; readonly people: readonly Person[] }>()

const common = ['server/main', 'mapSheet/main', 'regions/main']
const own = ['account', 'mapSettings', 'ownDeliveries', 'tokens']
const seen = { hello: {} as unknown, documents: {} as Record<string, unknown> }

/** What one was shown, by kind, so that the other house can show the same. */
function remember(text: string) {
  if (text.startsWith('42["hello"')) seen.hello = (JSON.parse(text.slice(2)) as [string, unknown])[1]
  if (!text.startsWith('42["down"')) return
  const [, { changes }] = JSON.parse(text.slice(2)) as [string, Down]
  for (const change of changes) seen.documents[change.id.replace(/\/storm-\d+$/, '/own')] = change
}

/** Resolves when one has been shown all that one watches. Ours is asked with the first word, the other once it has said hello. */
function comeIn(name: HouseName, port: number, person: Person, isFirst: boolean) {
  const watch = { documents: person.watch.map((id) => ({ id })) }
  let left = person.watch.length
  return new Promise<void>((resolve) => {
    person.socket = openBenchSocket({
      port,
      headers: { cookie: person.cookie, origin: `http://127.0.0.1:${port}` },
      greeting: () => (name === 'hub' ? `40${JSON.stringify({ watch })}` : '40'),
      hear(text) {
        if (isFirst && name === 'hub') remember(text)
        if (name === 'stock' && text.startsWith('42["hello"'))
          person.socket?.send(`420["watch",${JSON.stringify(watch)}]`)
        if (!text.startsWith('42["down"')) return
        left -= text.split('"snapshot"').length - 1
        if (left <= 0) resolve()
      },
    })
  })
}

const answers = {
  /** So many come in, several of each of these people. Returns what one of them is shown. */
  async join(name: HouseName, port: number, cookies: readonly string[], many: number) {
    const people = Array.from({ length: many }, (_, at): Person => {
      const number = at % cookies.length
      const watch = [...common, ...own.map((kind) => `${kind}/storm-${number}`)]
      return { cookie: cookies[number] ?? '', watch, socket: null }
    })
    houses.set(name, { port, people })
    for (let at = 0; at < many; at += 50)
      await Promise.all(people.slice(at, at + 50).map((person) => comeIn(name, port, person, true)))
    return seen
  },
  /** Resolves when all are back and shown everything. */
  async storm(name: HouseName) {
    const house = houses.get(name)
    if (!house) throw new Error(`Nobody has joined "${name}".`)
    for (const { socket } of house.people) socket?.cut()
    await Promise.all(house.people.map((person) => comeIn(name, house.port, person, false)))
  },
}
export type StormViewersAnswers = typeof answers

answerParent(answers)
