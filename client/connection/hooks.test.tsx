import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineCommand } from '../../shared/engine/command.ts'
import { defineDocument, everyone, notPersonal } from '../../shared/engine/document.ts'
import { defineQuery } from '../../shared/engine/query.ts'
import { ConnectionProvider } from './ConnectionProvider.tsx'
import { openConnection } from './testing/openConnection.ts'
import { useCommand } from './useCommand.ts'
import { useDocument } from './useDocument.ts'
import { useQuery } from './useQuery.ts'
import { useStream } from './useStream.ts'

const sky = defineDocument({
  kind: 'sky',
  schema: z.object({ clouds: z.int().default(0) }),
  readableBy: everyone,
  memory: 'live',
  ...notPersonal('is about the weather'),
})
const blow = defineCommand({
  name: 'sample.blow',
  permission: 'play',
  input: z.object({ clouds: z.int() }),
  output: z.object({}),
  refusals: {},
})
const gifts = defineQuery({ name: 'sample.gifts', permission: 'play', input: z.object({}), output: z.object({}) })

/** Prints the state of all hooks. */
function Weather() {
  const { state, value } = useDocument(sky)
  const { allowed, busy, accepts, refusal } = useCommand(blow)
  const query = useQuery(gifts, {})
  const stream = useStream('positions/main', () => {})
  const may = [allowed, busy, accepts({ clouds: 1 }), accepts({ clouds: 'many' }), refusal]
  return <p>{[state, value?.clouds ?? 'none', ...may.map(String), query.state, stream.state].join(' ')}</p>
}

test('[HK1] the hooks report held and loading documents, and the permissions of the principal', () => {
  const { connection, hello, down } = openConnection()
  const printed = () =>
    renderToString(
      <ConnectionProvider connection={connection}>
        <Weather />
      </ConnectionProvider>,
    ).replaceAll(/<[^>]*>/g, '')
  expect(printed()).toBe('loading none false false true false null loading loading')
  connection.watch('sky/')
  hello({ may: ['look', 'play'] })
  down({ type: 'snapshot', id: 'sky/', epoch: 1, version: 1, value: { clouds: 5 } })
  expect(printed()).toBe('here 5 true false true false null loading loading')
})

test('[HK2] without a provider the error says how to mend it', () => {
  expect(() => renderToString(<Weather />)).toThrow('put one around the app')
})
