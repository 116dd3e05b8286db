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

test('[TX2] class names, selectors, addresses, types and code are no texts', () => {
  const source = `
    type Kind = 'one of them'
    const style = 'wide card open'
    const found = document.querySelector('[data-kind=one] > .inner card')
    const path = '/api/server status'
    const css = 'color: red; width: 2px'`
  expect(textsOf('part.ts', source)).toEqual([])
})
