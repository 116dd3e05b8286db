import { io, type Socket } from 'socket.io-client'
import { type CommandId, newCommandId } from '../../shared/engine/ids.ts'
import type { Answer } from '../../shared/protocol/commandCall.ts'
import { cookieOf } from './villageServer.ts'

/** A gift that was asked for: repeated with its id until it is answered, over any number of hubs. */
export interface Gift {
  readonly id: CommandId
  readonly from: string
  readonly to: string
  readonly coins: number
  answer: Answer | null
  /** How often it was sent. */
  sent: number
}

/** One who gives without end, with `inFlight` gifts under way at a time. */
export function createVillager(name: string, others: readonly string[], random: () => number, inFlight: number) {
  const gifts: Gift[] = []
  let socket: Socket | null = null

  const send = (gift: Gift) => {
    const asked = socket
    gift.sent += 1
    const { id, to, coins } = gift
    asked?.emit('command', { id, name: 'village.give', input: { to, coins } }, (answer: Answer) => {
      if (gift.answer) return
      gift.answer = answer
      if (asked === socket) give()
    })
  }
  const give = () => {
    const noise = Uint8Array.from({ length: 10 }, () => Math.floor(random() * 256))
    // Now and then somebody who is never heard of again: a document that only one entry touches.
    const isStranger = random() < 0.1
    const to = isStranger ? `stranger${gifts.length}of${name}` : (others[Math.floor(random() * others.length)] ?? name)
    const coins = 1 + Math.floor(random() * 30)
    const gift: Gift = { id: newCommandId(Date.now(), noise), from: name, to, coins, answer: null, sent: 0 }
    gifts.push(gift)
    send(gift)
  }
  return {
    gifts,
    /** Begins, or goes on with what is still unanswered. */
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
    /** Leaves without waiting for what is under way. */
    leave() {
      const left = socket
      socket = null
      left?.disconnect()
    },
    /** Sends what is unanswered once more and gives nothing new. Resolves when all is answered. */
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
          name: 'village.give',
          input: { to, coins },
        })) as Answer
      }
      asking.disconnect()
    },
  }
}
