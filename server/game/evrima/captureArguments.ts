import { parseArgs } from 'node:util'
import { wholeNumber } from '../wholeNumber.ts'

export const captureUsage = `npm run capture -- --host HOST [--port 8888] [--password-env EVRIMA_RCON_PASSWORD] [--out capture.json]

Asks a game server what can be asked without changing anything, and writes its replies with names, ids and passwords
redacted. The RCON password is read from the environment variable named by --password-env, and asked for if that is not set.`

/** What the command line asks for. Throws an error that names the flag that is wrong. */
export function captureArguments(args: readonly string[]) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      host: { type: 'string' },
      port: { type: 'string', default: '8888' },
      'password-env': { type: 'string', default: 'EVRIMA_RCON_PASSWORD' },
      out: { type: 'string', default: 'capture.json' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return null
  if (!values.host) throw new Error('--host is missing: the name or address of the game server.')
  return {
    host: values.host,
    port: wholeNumber('port', values.port, 1, 65_535),
    passwordVariable: values['password-env'],
    out: values.out,
  }
}
