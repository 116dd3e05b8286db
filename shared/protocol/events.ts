import type { Answer } from './calls.ts'
import type { Down } from './down.ts'
import type { Hello } from './hello.ts'
import type { Notice } from './notice.ts'
import type { Watching } from './watch.ts'

/** Events from the client. Payloads are `unknown` until the hub has parsed them. */
export interface UpEvents {
  command: (call: unknown, acknowledge: (answer: Answer) => void) => void
  query: (call: unknown, acknowledge: (answer: Answer) => void) => void
  watch: (watch: unknown, acknowledge: (watching: Watching) => void) => void
  unwatch: (unwatch: unknown) => void
}

export interface DownEvents {
  hello: (hello: Hello) => void
  down: (down: Down) => void
  /** One binary frame per tick and audience; `stream` is the watched id, as 'positions/main'. */
  positions: (stream: string, frame: ArrayBuffer | Uint8Array) => void
  notice: (notice: Notice) => void
}
