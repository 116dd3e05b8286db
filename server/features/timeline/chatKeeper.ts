import { mainServer } from '../../../shared/engine/ids.ts'
import { gameChat } from '../../../shared/features/gameLog/archives.ts'
import {
  chatOfPin,
  keepChat,
  mostPinnedChat,
  type Pin,
  type PinnedMessage,
  timelinePins,
} from '../../../shared/features/timeline/pins.ts'
import { type Clock, every } from '../../engine/clock.ts'
import type { Page, QueryContext } from '../../engine/feature.ts'
import type { Hub } from '../../engine/hub.ts'
import { hubPrincipal } from '../../engine/principal.ts'
import { idsOfPerson } from './search.ts'

/** The game's log may report a message later than it was written: the copy is made when what is late by so much has come. */
const settleMs = 60_000
const mostLateMs = 3_600_000
const everyMs = 20_000
const pageRows = 200
const mostPages = 100

/** The messages of a pin's time, of its persons where it names some: the latest, as far as a pin keeps them. Null while more may come. */
export async function messagesOfPin(context: QueryContext, pin: Pin): Promise<PinnedMessage[] | null> {
  const { from, until, persons } = pin
  if (context.now < Math.max(until, pin.at) + settleMs) return null
  const ids = new Set(persons.flatMap(({ id }) => idsOfPerson(context, id)))
  const messages: PinnedMessage[] = []
  let before: number | null = null
  for (let nth = 0; nth < mostPages && messages.length < mostPinnedChat; nth += 1) {
    const found: Page<PinnedMessage['row']> = await context.page(gameChat, {
      from,
      to: until + mostLateMs,
      before,
      limit: pageRows,
    })
    for (const { position, seq, at, row } of found.rows) {
      const isInTime = row.happenedAt >= from && row.happenedAt <= until
      const isMeant = persons.length === 0 || (row.player !== null && ids.has(row.player.id))
      if (isInTime && isMeant) messages.push({ position, seq, at, row })
    }
    before = found.next
    if (before === null) break
  }
  return messages.slice(0, mostPinnedChat)
}

interface ChatKeeperDeps {
  readonly hub: Pick<Hub, 'read' | 'query' | 'execute'>
  readonly clock: Clock
  readonly onFault: (what: string, error: unknown) => void
}

/** Copies the chat of new pins, those of an earlier term included. Returns the way to stop. */
export function startChatKeeper({ hub, clock, onFault }: ChatKeeperDeps): () => void {
  const actor = 'timeline'
  /** Pins whose chat could not be copied the last time. */
  const failing = new Set<string>()
  let isStopped = false

  const copy = async (id: string) => {
    const answer = await hub.query(hubPrincipal(actor), { name: chatOfPin.name, input: { server: mainServer, id } })
    if (!answer.ok) throw new Error(answer.message)
    const { messages } = chatOfPin.output.parse(answer.output)
    if (messages && !isStopped) await hub.execute(actor, keepChat.name, { server: mainServer, id, messages })
  }
  /** One that cannot be copied now does not hold up the next ones. */
  const copySafely = async (id: string) => {
    try {
      await copy(id)
      failing.delete(id)
    } catch (error) {
      if (!isStopped && !failing.has(id)) onFault('keep the chat of a pin', error)
      failing.add(id)
    }
  }
  const work = async () => {
    for (const [id, { withChat, chat }] of Object.entries(hub.read(timelinePins, mainServer).pins)) {
      if (withChat && chat === null && !isStopped) await copySafely(id)
    }
  }
  const stop = every(clock, () => everyMs, work)
  return () => {
    isStopped = true
    stop()
  }
}
