import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { Answer, CommandCall, QueryCall } from './calls.ts'
import { Change, Down, Patch } from './down.ts'
import { Hello } from './hello.ts'
import { Notice } from './notice.ts'
import { protocolVersion } from './version.ts'
import { Unwatch, Watch, Watching } from './watch.ts'

const messages = { CommandCall, Answer, QueryCall, Watch, Unwatch, Watching, Down, Change, Patch, Hello, Notice }

/** Events are types, which do not exist at run time: their source, without comments and spacing, is hashed instead. */
const source = readFileSync(new URL('./events.ts', import.meta.url), 'utf8')
const events = source
  .replaceAll(/^import .*$/gm, '')
  .replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
  .replaceAll(/\s+/g, ' ')

const shapesOf = (io: 'input' | 'output') =>
  Object.entries(messages).map(([name, schema]) => [name, z.toJSONSchema(schema, { io, unrepresentable: 'any' })])

/** The hash of each protocol version. A changed shape needs a new version with a new line here. */
const known: Record<number, string> = {
  1: 'd88e3eeef78c7954c2860d2789ff9fdd',
  2: '85ca008e577f195356301b02d3068b68',
  3: 'f29509e819d5cb6c8710055a00a18c80',
  // The messages of version 3 with other documents: unknown values of the game server are null, and staff selections are one document.
  4: 'f29509e819d5cb6c8710055a00a18c80',
  // A greeting may name permissions that the page does not know.
  5: '431d3359d4b4484b94522bea27f221c5',
  // The same shapes: the frames of positions are coded differently.
  6: '431d3359d4b4484b94522bea27f221c5',
}

test('[SH23] the wire format does not change without a new protocol version', () => {
  const shape = JSON.stringify([shapesOf('input'), shapesOf('output'), events])
  const hash = createHash('sha256').update(shape).digest('hex').slice(0, 32)
  expect(
    hash,
    `A message has changed: raise protocolVersion (now ${protocolVersion}) by one and write the new hash beside it here.`,
  ).toBe(known[protocolVersion])
})

test('[SH24] the hash covers every message', () => {
  const named = [...source.matchAll(/from '\.\/(\w+)\.ts'/g)].map(([, file]) => file)
  expect(named.sort()).toEqual(['calls', 'down', 'hello', 'notice', 'watch'])
})
