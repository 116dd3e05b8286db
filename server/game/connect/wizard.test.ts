import { expect, test } from 'vitest'
import { envLines, runWizard, type Step } from './wizard.ts'

/** A terminal with prepared answers. */
function terminalOf(...answers: readonly string[]) {
  const said: string[] = []
  const asked: { question: string; isSecret: boolean }[] = []
  const left = [...answers]
  return {
    said,
    asked,
    terminal: {
      say: (text: string) => void said.push(text),
      async ask(question: string, { isSecret = false } = {}) {
        asked.push({ question, isSecret })
        return left.shift() ?? null
      },
    },
  }
}

const game: Step = {
  title: 'Game',
  about: 'It is the game.',
  isOptional: false,
  questions: [
    { name: 'HOST', asks: 'Host', otherwise: '127.0.0.1' },
    { name: 'WORD', asks: 'Password', otherwise: null, isSecret: true },
  ],
  problem: ({ HOST }) => (HOST === 'no good' ? 'HOST wants a name.' : null),
  check: async ({ WORD }) =>
    WORD === 'right'
      ? [{ state: 'good', says: 'Signed in.', mend: null }]
      : [{ state: 'bad', says: 'The password is refused.', mend: 'Read it again.\nIn Game.ini.' }],
}
const log: Step = {
  title: 'Log',
  about: 'It is the log.',
  isOptional: true,
  questions: [
    { name: 'LOG', asks: 'Folder', otherwise: null },
    { name: 'KEY', asks: 'Key', otherwise: null, isSecret: true, isAsked: ({ LOG }) => LOG === 'far' },
  ],
  problem: () => null,
  check: async () => [{ state: 'warning', says: 'Quiet.', mend: 'Wait.' }],
}

test('[CN10] what fails is said with its remedy and asked again, until it works', async () => {
  const { terminal, said, asked } = terminalOf('', 'wrong', 'y', 'game.example', '', 'right', '')
  expect(await runWizard(terminal, [game, log])).toEqual({ HOST: 'game.example', WORD: 'right' })
  expect(said.join('\n')).toContain('  no  The password is refused.\n      Read it again.\n      In Game.ini.')
  expect(said).toContain('      This one is needed.')
  expect(asked.filter(({ isSecret }) => isSecret).map(({ question }) => question)).toEqual(Array(3).fill('Password: '))
})

test('[CN11] an answer that no setting may have is said, and asked again', async () => {
  const { terminal, said } = terminalOf('no good', 'right', 'game.example', 'right', '')
  expect(await runWizard(terminal, [game, log])).toEqual({ HOST: 'game.example', WORD: 'right' })
  expect(said).toContain('  no  HOST wants a name.')
})

test('[CN12] an optional step is left out by an empty answer, and a further question is asked only where it applies', async () => {
  const near = terminalOf('', 'right', 'near')
  expect(await runWizard(near.terminal, [game, log])).toEqual({ HOST: '127.0.0.1', WORD: 'right', LOG: 'near' })
  const far = terminalOf('', 'right', 'far', 'secret')
  expect(await runWizard(far.terminal, [game, log])).toMatchObject({ LOG: 'far', KEY: 'secret' })
})

test('[CN13] one who gives up keeps a needed connection as answered, and leaves an optional one out', async () => {
  const broken: Step = { ...log, check: async () => [{ state: 'bad', says: 'Not there.', mend: null }] }
  const { terminal } = terminalOf('', 'wrong', 'n', 'near', 'n')
  expect(await runWizard(terminal, [game, broken])).toEqual({ HOST: '127.0.0.1', WORD: 'wrong' })
})

test('[CN14] nothing is returned when the answers end', async () => {
  expect(await runWizard(terminalOf('').terminal, [game, log])).toBeNull()
})

test('[CN15] lines for .env keep every value', () => {
  expect(envLines({ A: 'plain.example:1', B: 'with space', C: `it's`, D: 'a#b$c' })).toEqual([
    'A=plain.example:1',
    "B='with space'",
    `C="it's"`,
    "D='a#b$c'",
  ])
})
