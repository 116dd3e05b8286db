import { expect, test } from 'vitest'
import { textsOf } from './textsOf.ts'

test('[TX1] texts of markup, labels, sentences and templates are found, in their order and once', () => {
  const source = `
    import { a } from 'some package with words'
    const label = 'Kick'
    const message = (name: string) => \`\${name} is no longer in your pack.\`
    export const Part = () => (
      <section className="wide card" aria-label={isOpen ? 'Open' : 'Closed'}>
        Players
        <button title="Kick" onClick={() => say('You cannot kick yourself.')}>Kick</button>
      </section>
    )`
  expect(textsOf('Part.tsx', source)).toEqual([
    'Kick',
    '… is no longer in your pack.',
    'Open',
    'Closed',
    'Players',
    'You cannot kick yourself.',
  ])
})

test('[TX2] class names, selectors, addresses, types and code are not texts', () => {
  const source = `
    type Kind = 'one of them'
    const style = 'wide card open'
    const found = document.querySelector('[data-kind=one] > .inner card')
    const path = '/api/server status'
    const css = 'color: red; width: 2px'`
  expect(textsOf('part.ts', source)).toEqual([])
})

test('[WK2] drawings, fonts, media queries and SQL are not texts, and a sentence with many numbers is one', () => {
  const source = `
    const icon = { label: 'M2.5 5 7.5 3l5 2 5-2v12zM7.5 3v12' }
    const limb = 'limb 5,6,4.2 11,10,3 14,4,2 15,-1,1.6'
    const font = '600 15px "Barlow Condensed", sans-serif'
    const narrow = '(max-width: 720px)'
    const rows = 'SELECT id, round FROM documents ORDER BY id'
    const said = 'At most 120 commands in 60 s.'`
  expect(textsOf('part.ts', source)).toEqual(['At most 120 commands in 60 s.'])
})

test('[TX2204] a sentence is found whatever it fills in, and with a semicolon, an option or a setting in it', () => {
  const sentences = [
    'The price changed from {seen} to {now}. Nothing was bought.',
    'Everyone can watch; register to keep a place.',
    '--out is missing: the file to write.',
    'The hub was started with REPLAY_MINUTES=0.',
    'banned {target} {durationMs}',
  ]
  expect(textsOf('part.ts', `const lines = ${JSON.stringify(sentences)}`)).toEqual(sentences)
})

test('[TX2205] statements of SQL, headers and styles with a semicolon are not texts', () => {
  const source = `
    const pragma = 'PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL'
    const vacuum = 'VACUUM; PRAGMA wal_checkpoint(TRUNCATE)'
    const type = 'text/csv; charset=utf-8'
    const policy = "default-src 'none'; object-src 'none'"
    const css = 'color: red; width: 2px'
    const update = 'UPDATE journal SET crc = ? WHERE seq = ?'`
  expect(textsOf('part.ts', source)).toEqual([])
})
