import type { Answer } from './calls.ts'
import type { Down } from './down.ts'
import type { Hello } from './hello.ts'
import type { Notice } from './notice.ts'
import type { Watching } from './watch.ts'

/** What a client may send. Inputs are `unknown`, because the hub believes nothing before it has parsed it. */
export interface UpEvents {
  command: (call: unknown, acknowledge: (answer: Answer) => void) => void
  query: (call: unknown, acknowledge: (answer: Answer) => void) => void
  watch: (watch: unknown, acknowledge: (watching: Watching) => void) => void
  unwatch: (unwatch: unknown) => void
}

export interface DownEvents {
  hello: (hello: Hello) => void
  down: (down: Down) => void
  /** One binary frame per tick and audience; `stream` is the id that was watched, as 'positions/main'. */
  positions: (stream: string, frame: ArrayBuffer | Uint8Array) => void
  notice: (notice: Notice) => void
}
