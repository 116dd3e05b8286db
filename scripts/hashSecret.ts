// npm run hash-secret: makes the hash that the configuration holds instead of a password. Type the password, or pipe it in.
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { hashPassword } from '../server/auth/passwordHash.ts'

const fewestLetters = 12
/** Pages accept no longer passwords either. */
const mostLetters = 1_024

const usage = `npm run hash-secret
npm run --silent hash-secret < FILE

Asks for a password twice without showing it, or reads it from its input, and prints the hash that .env holds instead of it.`

async function main() {
  if (process.argv[2] === '--help') return console.log(usage)
  if (process.argv.length > 2)
    throw new Error(
      "Don't give the secret as an argument: other users of this machine could see it, and the shell's history keeps it.",
    )
  const secret = process.stdin.isTTY ? await typedTwice() : await piped()
  // A page has one line for it, so no one could ever type this one.
  if (/[\r\n]/.test(secret)) throw new Error('The secret has several lines. Give it as one line.')
  const letters = [...secret].length
  if (letters < fewestLetters)
    throw new Error(
      `The secret has ${letters} characters. It needs at least ${fewestLetters}: several words are easy to remember.`,
    )
  if (letters > mostLetters)
    throw new Error(`The secret has ${letters} characters. It can have at most ${mostLetters}.`)
  const hash = await hashPassword(secret)
  console.log(hash)
  console.error(`\nIn .env it must be in single quotes, since $ would begin the name of a variable:\n`)
  console.error(`OWNER_KEY_HASH='${hash}'\n`)
  console.error(
    'ROLE_PASSWORD_HASH_OWNER, ROLE_PASSWORD_HASH_ADMIN, ROLE_PASSWORD_HASH_MODERATOR, CHALLENGE_CODE_HASH (of the code in lower case) and EVENT_PASSWORD_HASH take such a hash, too.',
  )
}

/** The line break that an editor or echo adds is not part of it. */
const piped = async () => (await text(process.stdin)).replace(/\r?\n$/, '')

async function typedTwice() {
  const secret = await typed('Secret (it is not shown): ')
  if (secret === (await typed('Once more: '))) return secret
  throw new Error('The two secrets differ. No hash was made.')
}

/** Reads without echo. Ctrl+C and Ctrl+D end it. */
async function typed(question: string): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  const given = new AbortController()
  for (const end of ['SIGINT', 'close'] as const) terminal.once(end, () => given.abort())
  process.stderr.write(question)
  try {
    return await terminal.question('', { signal: given.signal })
  } catch (cause) {
    throw new Error('No hash was made.', { cause })
  } finally {
    process.stderr.write('\n')
    terminal.close()
  }
}

main().catch((error: Error) => {
  console.error(error.message)
  process.exitCode = 1
})
