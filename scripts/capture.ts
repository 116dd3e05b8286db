// Records the answers of a real game server, for the tests of the parsers.
import { writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { checkMayWrite, wordsOf } from '../server/engine/unusablePlace.ts'
import { capture, captureArguments, captureUsage } from '../server/game/evrima/capture.ts'

const instead = 'name another file with --out'

async function main() {
  const options = captureArguments(process.argv.slice(2))
  if (!options) return console.log(captureUsage)
  checkMayWrite(options.out, instead)
  const password = process.env[options.passwordVariable] ?? (await askFor('RCON password: ', options.passwordVariable))
  const captured = await capture({ ...options, password })
  writeFileSync(options.out, `${JSON.stringify(captured, null, 2)}\n`)
  for (const { command, problem, text } of captured.replies)
    console.log(`${command}: ${problem ?? `${Buffer.byteLength(text)} bytes`}`)
  console.log(`Written to ${options.out}. Check it before you share it.`)
}

/** Reads a line from the terminal without echo. */
async function askFor(question: string, variable: string): Promise<string> {
  if (!process.stdin.isTTY)
    throw new Error(`The environment variable ${variable} is not set: put the RCON password there.`)
  process.stdout.write(question)
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  const password = await lines.question('')
  lines.close()
  process.stdout.write('\n')
  return password
}

main().catch((error: unknown) => {
  console.error(wordsOf(error, instead))
  process.exitCode = 1
})
