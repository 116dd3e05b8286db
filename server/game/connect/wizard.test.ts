import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { bad, good, warning } from './finding.ts'
import { envLines, keepSettings, runWizard, type Step } from './wizard.ts'

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
      ? [good('Signed in.')]
      : [bad('The password is refused.', 'Read it again.', { file: 'Game.ini', lines: ['A=1'] })],
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
  check: async () => [warning('Quiet.', 'Wait.')],
}

test('[CN10] what fails is reported with its remedy and asked again, until it works', async () => {
  const { terminal, said, asked } = terminalOf('', '', 'wrong', '', 'game.example', 'right', '')
  expect(await runWizard(terminal, [game, log])).toEqual({ HOST: 'game.example', WORD: 'right' })
  expect(said.join('\n')).toContain(
    '  no  The password is refused.\n      Read it again.\n      In Game.ini:\n        A=1',
  )
  expect(said).toContain('      This one is needed.')
  expect(asked.filter(({ isSecret }) => isSecret).map(({ question }) => question)).toEqual([
    'Password: ',
    'Password: ',
    'Password [as before]: ',
  ])
})

test('[CN11] an answer that no setting may have is reported, and asked again', async () => {
  const { terminal, said } = terminalOf('no good', 'right', 'game.example', 'right', '')
  expect(await runWizard(terminal, [game, log])).toEqual({ HOST: 'game.example', WORD: 'right' })
  expect(said).toContain('  no  HOST wants a name.')
})

test('[CN2000] a value that is wrong by itself is reported and asked for again at once, before the other questions', async () => {
  const wrong = (value: string) => (value.includes(':') ? `HOST holds ${value}; the port has its own question.` : null)
  const reads = (answer: string) => `read ${answer}`
  const [host, word] = [
    { name: 'HOST', asks: 'Host', otherwise: '127.0.0.1', reads, wrong },
    { name: 'WORD', asks: 'Password', otherwise: null, reads },
  ]
  const asking: Step = { ...game, questions: [host, word], check: null }
  const { terminal, said, asked } = terminalOf('game.example:8888', 'game.example', 'right')
  expect(await runWizard(terminal, [asking])).toEqual({ HOST: 'read game.example', WORD: 'read right' })
  expect(asked.map(({ question }) => question)).toEqual(['Host [127.0.0.1]: ', 'Host [127.0.0.1]: ', 'Password: '])
  expect(said.at(-1)).toBe('  no  HOST holds read game.example:8888; the port has its own question.')
})

test('[CN12] an optional step is left out by an empty answer, and a further question is asked only where it applies', async () => {
  const near = terminalOf('', 'right', 'near')
  expect(await runWizard(near.terminal, [game, log])).toEqual({ HOST: '127.0.0.1', WORD: 'right', LOG: 'near' })
  const far = terminalOf('', 'right', 'far', 'secret')
  expect(await runWizard(far.terminal, [game, log])).toMatchObject({ LOG: 'far', KEY: 'secret' })
})

test('[CN13] what does not work is kept or left out as one says; a needed connection is never left out', async () => {
  const broken: Step = { ...log, check: async () => [bad('Not there.', null)] }
  const walk = (...answers: string[]) => runWizard(terminalOf('', 'wrong', ...answers).terminal, [game, broken])
  expect(await walk('k', 'near', 'l')).toEqual({ HOST: '127.0.0.1', WORD: 'wrong' })
  expect(await walk('k', 'near', 'k')).toEqual({ HOST: '127.0.0.1', WORD: 'wrong', LOG: 'near' })
  expect(await walk('l', '', 'right', 'near', 'l')).toEqual({ HOST: '127.0.0.1', WORD: 'right' })
})

test('[CN16] at another try an empty answer keeps the former one, and a secret is not shown', async () => {
  const { terminal, asked } = terminalOf('game.example', 'wrong', 't', '', '', 't', '', 'right')
  expect(await runWizard(terminal, [game])).toEqual({ HOST: 'game.example', WORD: 'right' })
  expect(asked.map(({ question }) => question).slice(3, 5)).toEqual(['Host [game.example]: ', 'Password [as before]: '])
})

test('[CN17] what an earlier step has asked is tried without being asked again, and settings can follow from answers', async () => {
  const adds = (settings: object) => ({ ...settings, MADE: 'secret' })
  const tried: object[] = []
  const again: Step = {
    ...log,
    questions: game.questions,
    adds,
    check: async (settings) => [good(String(tried.push(settings)))],
  }
  const never: Step = { ...log, isNeeded: ({ MADE }) => MADE === undefined }
  const { terminal, asked } = terminalOf('', 'right')
  const all = { HOST: '127.0.0.1', WORD: 'right', MADE: 'secret' }
  expect(await runWizard(terminal, [game, again, never])).toEqual(all)
  expect([asked.length, tried]).toEqual([2, [all]])
})

test('[CN14] nothing is returned when the answers end', async () => {
  expect(await runWizard(terminalOf('').terminal, [game, log])).toBeNull()
})

test('[CN15] lines for .env keep every value', () => {
  expect(envLines({ A: 'plain.example:1', B: 'with space', C: `it's`, D: 'a#b$c', E: `'"` })).toEqual([
    'A=plain.example:1',
    "B='with space'",
    `C="it's"`,
    "D='a#b$c'",
    'E=`\'"`',
  ])
})

test('[CN1000] after an answer that no setting may have, the other ones need not be typed again', async () => {
  const { terminal, asked } = terminalOf('no good', 'right', 'game.example', '')
  expect(await runWizard(terminal, [game])).toEqual({ HOST: 'game.example', WORD: 'right' })
  expect(asked.at(-1)).toEqual({ question: 'Password [as before]: ', isSecret: true })
})

test.each(["it's\\new", 'it\'s "so"', "it's `so`", "it's $5", 'a \\n b', '"', 'a`b'])(
  '[CN1001] a file with the line for %s gives this value back',
  (value) => {
    expect(parseEnv(envLines({ A: value, B: 'after' }).join('\n'))).toEqual({ A: value, B: 'after' })
  },
)

test('[CN2263] settings are written on request, without showing a secret; otherwise they are printed', async () => {
  const settings = { HOST: 'here', WORD: 'se cret' }
  const keep = async (answers: readonly string[], write: ((lines: readonly string[]) => void) | null) => {
    const { terminal, said, asked } = terminalOf(...answers)
    await keepSettings(terminal, settings, { file: '/srv/.env', write })
    return { said: said.join('\n'), asked: asked.map(({ question }) => question) }
  }
  const written: (readonly string[])[] = []
  const write = (lines: readonly string[]) => void written.push(lines)
  for (const yes of ['', 'y', 'Yes']) {
    const { said, asked } = await keep([yes], write)
    expect(asked).toEqual([expect.stringContaining('Write these settings into /srv/.env?')])
    expect(said).toContain('Written: HOST, WORD.')
    expect(said).not.toContain('se cret')
  }
  expect(written).toEqual(Array.from({ length: 3 }, () => ['HOST=here', "WORD='se cret'"]))
  const refuse = () => {
    throw new Error('/srv/.env cannot be written (EACCES).')
  }
  expect((await keep([''], refuse)).said).toContain('  no  /srv/.env cannot be written (EACCES).')
  for (const { said } of [
    await keep(['n'], write),
    await keep([], write),
    await keep([], null),
    await keep([''], refuse),
  ])
    expect(said).toContain("HOST=here\nWORD='se cret'")
  expect((await keep([''], null)).asked).toEqual([])
  expect(written).toHaveLength(3)
})
