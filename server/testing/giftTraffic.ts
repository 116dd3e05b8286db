import { io, type Socket } from 'socket.io-client'
import { expect } from 'vitest'
import type { DocumentId } from '../../shared/engine/document.ts'
import { type CommandId, newCommandId } from '../../shared/engine/ids.ts'
import type { Answer } from '../../shared/protocol/calls.ts'
import { createDocuments, createReplay } from '../engine/documents.ts'
import type { Entry } from '../engine/entry.ts'
import { register } from '../engine/registry.ts'
import type { Loaded, Storage } from '../engine/storage.ts'
import { purse, sampleFeatures } from './sampleFeature.ts'
import { cookieOf } from './testServer.ts'

/** A gift command, repeated with its id until it is answered, by any number of hubs. */
interface Gift {
  readonly id: CommandId
  readonly from: string
  readonly to: string
  readonly coins: number
  answer: Answer | null
  /** How often it was sent. */
  sent: number
}

/** A client that sends gifts continuously, `inFlight` at a time. */
export function createGiver(name: string, others: readonly string[], random: () => number, inFlight: number) {
  const gifts: Gift[] = []
  let socket: Socket | null = null

  const send = (gift: Gift) => {
    const asked = socket
    gift.sent += 1
    const { id, to, coins } = gift
    asked?.emit('command', { id, name: 'sample.give', input: { to, coins } }, (answer: Answer) => {
      if (gift.answer) return
      gift.answer = answer
      if (asked === socket) give()
    })
  }
  const give = () => {
    const noise = Uint8Array.from({ length: 10 }, () => Math.floor(random() * 256))
    // Occasionally to a new account: a document that only one entry changes.
    const isNewAccount = random() < 0.1
    const to = isNewAccount ? `new${gifts.length}of${name}` : (others[Math.floor(random() * others.length)] ?? name)
    const coins = 1 + Math.floor(random() * 30)
    const gift: Gift = { id: newCommandId(Date.now(), noise), from: name, to, coins, answer: null, sent: 0 }
    gifts.push(gift)
    send(gift)
  }
  return {
    gifts,
    /** Connects, and repeats unanswered gifts. */
    connect(address: string) {
      socket = io(address, {
        transports: ['websocket'],
        reconnection: false,
        forceNew: true,
        extraHeaders: { cookie: cookieOf(name) },
      })
      socket.on('connect', () => {
        const open = gifts.filter(({ answer }) => !answer)
        open.forEach(send)
        for (let count = open.length; count < inFlight; count++) give()
      })
    },
    /** Disconnects without waiting for answers. */
    leave() {
      const left = socket
      socket = null
      left?.disconnect()
    },
    /** Repeats unanswered gifts and sends no new ones. Resolves when all are answered. */
    async settle(address: string) {
      const open = gifts.filter(({ answer }) => !answer)
      if (open.length === 0) return
      const asking = io(address, {
        transports: ['websocket'],
        forceNew: true,
        extraHeaders: { cookie: cookieOf(name) },
      })
      for (const gift of open) {
        gift.sent += 1
        const { id, to, coins } = gift
        gift.answer = (await asking.emitWithAck('command', {
          id,
          name: 'sample.give',
          input: { to, coins },
        })) as Answer
      }
      asking.disconnect()
    },
  }
}

const { kinds } = register(sampleFeatures)

async function wholeJournal(storage: Storage) {
  const entries: Entry[] = []
  for (;;) {
    const page = await storage.tail(entries.length, 5_000)
    if (page.length === 0) return entries
    entries.push(...page)
  }
}

/** Checks a store after its hub was killed. Returns the number of its entries. */
export async function checkStore(storage: Storage, gifts: readonly Gift[]) {
  const loaded = await storage.load()
  const entries = await wholeJournal(storage)
  expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, index) => index + 1))
  checkOnce(entries, gifts)
  checkReplay(loaded, entries)
  return entries.length
}

/** Every acknowledged command is in the journal once, as acknowledged. */
function checkOnce(entries: readonly Entry[], gifts: readonly Gift[]) {
  const byCommand = new Map(entries.map((entry) => [entry.commandId, entry]))
  expect(byCommand.size).toBe(entries.length)
  for (const { id, answer } of gifts) {
    if (answer?.ok) expect(byCommand.get(id)).toMatchObject({ seq: answer.seq, output: answer.output })
    else if (answer) expect(byCommand.has(id)).toBe(false)
  }
}

/** The checkpoint with the journal after it equals the whole journal, and the sum of coins is unchanged. */
function checkReplay(loaded: Loaded, entries: readonly Entry[]) {
  const replayed = (documents: Loaded['documents'], from: number) => {
    const replay = createReplay(kinds, documents)
    replay.apply(entries.slice(from))
    return createDocuments(kinds, replay.finish())
  }
  const fromCheckpoint = replayed(loaded.documents, loaded.checkpointSeq)
  const fromJournal = replayed([], 0)
  const ids = new Set<DocumentId>([...fromCheckpoint.ids(), ...fromJournal.ids()])
  let surplus = 0
  for (const id of ids) {
    expect(fromCheckpoint.durable(id)).toEqual(fromJournal.durable(id))
    if (id.startsWith('purse/')) surplus += purse.schema.parse(fromJournal.durable(id)?.value).coins - 100
  }
  expect(surplus).toBe(0)
}
