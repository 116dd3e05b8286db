import type { Offered, OpenTransport } from './transport.ts'

/** What the hub's HTTP route hands over. */
export interface BridgeMailbox {
  /** The lines of one GET. Each command is handed out once: whether the answer arrived is never known. */
  fetch(): string
  /** The lines of one POST. */
  answer(body: string): void
}

/** Bytes of one answer at most. A GET of the mod may take 8 s in all. */
const mostBytes = 64 * 1024

/** For a mod that fetches its commands over HTTP. */
export function createPull() {
  const waiting: Offered[] = []
  let events: Parameters<OpenTransport>[0] | null = null
  let isClosed = false

  const mailbox: BridgeMailbox = {
    fetch() {
      events?.seen()
      const lines: string[] = []
      for (let bytes = 0; waiting[0] !== undefined && bytes + waiting[0].line.length <= mostBytes; ) {
        const command = waiting.shift() as Offered
        if (!leave(command)) continue
        bytes += Buffer.byteLength(command.line) + 1
        lines.push(`${command.line}\n`)
        command.taken()
      }
      return lines.join('')
    },
    answer(body) {
      events?.seen()
      for (const line of body.split(/[\r\n]+/)) if (line.trim() !== '') events?.answered(line)
    },
  }
  const open: OpenTransport = (given) => {
    events = given
    return {
      name: 'mod over HTTP (commandBridge)',
      pingMs: 10_000,
      offer: (command) => void (isClosed || waiting.push(command)),
      async withdraw(id) {
        const at = waiting.findIndex((one) => one.id === id)
        if (at >= 0) waiting.splice(at, 1)
        return at >= 0
      },
      expect() {},
      async close() {
        isClosed = true
        for (const command of waiting.splice(0)) command.notSent(new Error('the link is closed'))
      },
    }
  }
  return { mailbox, open }
}

/** @returns whether it may leave */
export function leave(command: Offered): boolean {
  try {
    command.leaving()
    return true
  } catch (error) {
    command.notSent(error)
    return false
  }
}
