import type { Ledger } from './ledger.ts'

type Told = readonly Record<string, unknown>[]

const within = 20_000

/** What was asked over one connection and is to be answered: Socket.IO numbers it. */
export function createAnswers(ledger: Pick<Ledger, 'trouble'>) {
  const waiting = new Map<number, { hear(told: Told): void; since: number }>()
  let asked = 0
  return {
    ask(hear: (told: Told) => void, send: (number: number) => void) {
      asked += 1
      waiting.set(asked, { hear, since: performance.now() })
      send(asked)
    },
    /** @param text as `7[{"ok":true}]` */
    answered(text: string) {
      const at = text.indexOf('[')
      const number = Number(text.slice(0, at))
      const { hear } = waiting.get(number) ?? {}
      waiting.delete(number)
      hear?.(JSON.parse(text.slice(at)) as Told)
    },
    /** Those that were not answered in 20 s are told of, and waited for no more. */
    lookForLate() {
      const now = performance.now()
      for (const [number, { since }] of waiting) {
        if (now - since < within) continue
        waiting.delete(number)
        ledger.trouble('unanswered')
      }
    },
    /** Nothing more will be answered here. */
    end() {
      for (const _ of waiting) ledger.trouble('unanswered')
      waiting.clear()
    },
  }
}
export type Answers = ReturnType<typeof createAnswers>
