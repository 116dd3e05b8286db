import { expect, test } from 'vitest'
import { fileFaults } from './houseShape.ts'
import { wordingFaults } from './wording.ts'

test.each([
  ['// Whoever asks gets an answer', 'Whoever'],
  ['  /** The list is read anew. */', 'anew'],
  ['   * Staff are told of it.', 'are told'],
  ["test('[PW49] nobody who left sees the pack', () => {", 'nobody who'],
  ["test('[V8.2.1] [WX2203] who left does not see the pack', () => {", ' [V8.2.1] [WX2203] who '],
  ['test.each([1])(`[PW50] a ban for ever`, run)', 'for ever'],
  ['// A repeated command is no change', 'is no '],
  ['// The refusal stands at the field', 'stands at'],
  ['// The log tells of a kill', 'tells of'],
  ["test('[PW2364] a command id is answered once, also after a restart', () => {", ', also after'],
])('[PW10] "%s" is a fault that names the words and what to write', (line, words) => {
  expect(wordingFaults('server/a.test.ts', `\n${line}`)[0]).toMatch(`server/a.test.ts:2: "${words}": write `)
})

test('[PW11] code is not read, and of tests only comments and names', () => {
  expect(wordingFaults('client/a.test.tsx', "const whoever = 'for ever'\nreturn <p>You are told</p>")).toEqual([])
  expect(wordingFaults('server/a.ts', "const url = 'http://whoever.example'")).toEqual([])
})

test.each([
  ['client/a.tsx', 'export const A = () => <p>Nobody is online.</p>', 'Nobody'],
  ['client/a.tsx', 'export const A = () => <button aria-label="Ask again">↻</button>', 'Ask again'],
  ['client/a.ts', "export const title = 'You walk alone'", 'walk alone'],
  ['client/a.ts', "export const labels = { taken: { name: 'Taken' } }", 'Taken'],
  ['server/a.ts', 'log.warn(`The hub is silent, and was silent before.`)', 'is silent'],
  ['shared/a.ts', "const refusals = { other: 'That account belongs to somebody else.' }", 'somebody'],
  ['scripts/a.ts', "throw new Error('Mend the file, and start again.')", 'Mend'],
  ['server/a.ts', "throw new Error('an answer of more than 4 MiB')", 'MiB'],
  ['client/a.tsx', 'export const A = () => <p>500 on the mean.</p>', 'on the mean'],
  ['client/a.ts', "export const about = 'Overstated by up to 40 %.'", '0 %'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the source of a template
  ['client/a.ts', 'export const grown = (part) => `${part} % of it, you see`', '… %'],
])('[WX1] a text of %s that a person may read is a fault when it has a word to avoid: %s', (path, source, words) => {
  const [fault] = fileFaults(path, source)
  expect(fault).toContain(`${path}: "${words}`)
  expect(fault).toContain(': write ')
})

test.each([
  ['"gold" is no currency', 'is no '],
  ['What it holds are no ids', 'are no '],
  ['A reason has at most 200 characters.', 'has at most'],
  ['The command does not have the right form.', 'right form'],
  ['The reason of the ban', 'reason of'],
])('[WX2200] the literal turn in "%s" is a fault', (text, words) => {
  expect(fileFaults('server/a.ts', `throw new Error(${JSON.stringify(text)})`)[0]).toContain(
    `server/a.ts: "${words}": write `,
  )
})

test('[WX2201] what is missing may be said with "no"', () => {
  const text = 'There is no room left. Lines are no longer read, and is no one else there?'
  expect(fileFaults('server/a.ts', `throw new Error(${JSON.stringify(text)})`)).toEqual([])
})

test('[PW2363] what is missing may be said with "no" in comments too, and "also" may begin a clause', () => {
  const lines = ['// There is no reading, and it is no longer read.', '// It is signed, and also read once.']
  expect(wordingFaults('server/a.ts', lines.join('\n'))).toEqual([])
})

test('[WX2] plain texts, and names in code, are not faults', () => {
  expect(fileFaults('client/a.tsx', 'export const A = () => <p>No players online. Try again.</p>')).toEqual([])
  expect(fileFaults('server/a.ts', "export const rights = { somebody: 'anybody' }")).toEqual([])
})

test('[WK1] all apostrophes are straight, in texts, comments and names of tests', () => {
  const [fault] = fileFaults('client/a.tsx', 'export const A = () => <p>You’re online.</p>')
  expect(fault).toBe('client/a.tsx: "You’": write the straight apostrophe, \', in "You’re online."')
  expect(wordingFaults('client/a.test.tsx', '// The hub’s answer')).toHaveLength(1)
  expect(fileFaults('client/a.tsx', "export const A = () => <p>You're in “Night Runners”.</p>")).toEqual([])
})

test.each([
  ['<EmptyState picture="gate" title="No access" />', 'No access'],
  ["<EmptyState picture=\"gate\" title={isLost ? 'Counting…' : 'No counts yet'} />", 'No counts yet'],
  ["<Part {...statesOf(query, isEmpty, { title: 'No test yet' })} />", 'No test yet'],
  [
    `<Part {...statesOf(query, isEmpty, isAll ? { title: 'No runs yet.' } : { title: \`No \${kind} yet\` })} />`,
    'No … yet',
  ],
  ["<Part empty={{ title: 'No runs yet' }} />", 'No runs yet'],
])('[PW2326] the title of an empty state without a full stop is a fault: %s', (markup, title) => {
  const faultsOf = (text: string) => fileFaults('client/a.tsx', `export const A = () => ${text}`)
  expect(faultsOf(markup)).toEqual([`client/a.tsx: the title "${title}" of an empty state ends without a full stop`])
  for (const ended of ['No runs yet.', 'Loading…', 'No dinosaurs found'])
    expect(faultsOf(`<EmptyState picture="gate" title="${ended}" />`)).toEqual([])
})
