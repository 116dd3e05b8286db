import { setTimeout as sleep } from 'node:timers/promises'
import { createVisitor } from '../../server/testing/visitor.ts'
import { documentId } from '../../shared/engine/document.ts'
import { broadcast, Given, saveGame, unbanPlayer } from '../../shared/features/deliveries/commands.ts'
import { type Delivery, ownDeliveries } from '../../shared/features/deliveries/delivery.ts'

/** Just below what one socket may order all the time. */
export const everyMs = 55
let made = 0
/** Different each time, so that one can be told from the next. */
const nextNumber = () => {
  made += 1
  return made
}
export const newWords = () => `Words of the bench, number ${nextNumber()}.`

/** What is wanted of the server as a whole, of which one waits for the other. */
export const presses = {
  announcement: () => ({ name: broadcast.name, input: { text: newWords() } }),
  save: () => ({ name: saveGame.name, input: {} }),
}
/** For somebody else each time: none waits for another, and none of the limits on what is open is met. */
const unbanning = () => ({
  name: unbanPlayer.name,
  input: { target: String(76_561_199_000_000_000n + BigInt(nextNumber())) },
})

/** One of the staff, at a page that shows what becomes of their own commands. */
export async function openStaff(address: string, account: string, cookie: string) {
  const visitor = createVisitor(address)
  visitor.holdCookie(cookie)
  await visitor.connect()
  const own = documentId(ownDeliveries, account)
  await visitor.watch(own)
  await visitor.until(() => visitor.copies.has(own))
  const entries = () => (visitor.copies.get(own) as { entries: Record<string, Delivery> }).entries

  const order = async ({ name, input }: { readonly name: string; readonly input: object }) => {
    const answer = await visitor.command(name, input)
    if (!answer.ok) throw new Error(`A command of the bench was refused: ${answer.message}`)
    return Given.parse(answer.output).id
  }
  const acknowledged = async () => {
    const pressedAt = performance.now()
    await order(unbanning())
    return performance.now() - pressedAt
  }
  return {
    /** Ms until one's own page shows that the game has done it. */
    async confirmed(press: keyof typeof presses) {
      const pressedAt = performance.now()
      const id = await order(presses[press]())
      await visitor.until(() => typeof entries()[id]?.settledAt === 'number')
      const tookMs = performance.now() - pressedAt
      const { state, why } = entries()[id] ?? {}
      if (state !== 'confirmed') throw new Error(`A command of the bench is ${state}: ${why}`)
      return tookMs
    },
    /** So many at an even pace, whatever the answers take. Ms until the hub has said of each that it is kept. */
    async acknowledgements(commands: number, startAfterMs: number) {
      await sleep(startAfterMs)
      const taken: Promise<number>[] = []
      for (let given = 0; given < commands; given += 1) {
        taken.push(acknowledged())
        await sleep(everyMs)
      }
      return Promise.all(taken)
    },
    /** Resolves when nothing that was wanted is on its way any more. */
    idle: () =>
      visitor.until(() => !Object.values(entries()).some(({ state }) => state === 'queued' || state === 'sending')),
    leave: visitor.leave,
  }
}
export type Staff = Awaited<ReturnType<typeof openStaff>>
/** Between the first commands of two of them, so that they do not all press at one moment. */
export const apartMs = (staff: readonly Staff[]) => everyMs / staff.length
