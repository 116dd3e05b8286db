import { mulberry32 } from '../../../shared/engine/mulberry32.ts'

/** Pseudo-random choices, the same for the same seed. */
export function createDice(seed: number) {
  const random = mulberry32(seed)
  /** Of 32 bits. */
  const next = () => random() * 2 ** 32
  return {
    /** 0 to below `sides`. */
    roll: (sides: number) => next() % sides,
    pick<One>(from: readonly One[]): One {
      if (from.length === 0) throw new Error('There is nothing to pick from.')
      return from[next() % from.length] as One
    },
  }
}
export type Dice = ReturnType<typeof createDice>

const events = [
  'command',
  'query',
  'watch',
  'unwatch',
  'hello',
  'down',
  'error',
  'disconnect',
  'connect',
  '',
  '__proto__',
  'toString',
  'é\u0000',
] as const
const words = [
  '',
  'sample.give',
  'sky/',
  'purse/ann',
  '__proto__',
  'constructor',
  '\u0000',
  '💥',
  'x'.repeat(300),
  '../..',
  'NaN',
] as const
const numbers = [0, -1, 1.5, 1e308, -0, 2 ** 53, Number.MAX_SAFE_INTEGER] as const

/** A random JSON value, sometimes almost valid. */
export function anything(dice: Dice, depth = 0): unknown {
  switch (dice.roll(depth > 4 ? 5 : 9)) {
    case 0:
      return null
    case 1:
      return dice.roll(2) === 0
    case 2:
      return dice.pick(numbers)
    case 3:
    case 4:
      return dice.pick(words)
    case 5:
      return Array.from({ length: dice.roll(6) }, () => anything(dice, depth + 1))
    case 6:
      return Object.fromEntries(
        Array.from({ length: dice.roll(5) }, () => [dice.pick(words), anything(dice, depth + 1)]),
      )
    case 7:
      return nearlyRight(dice, depth)
    default:
      return { documents: Array.from({ length: dice.roll(120) }, () => dice.pick(words)) }
  }
}

const nearlyRight = (dice: Dice, depth: number) => ({
  id: dice.pick([null, 'x', '0197f0a0-0000-7000-8000-000000000000', '0197f0a0-0000-7000-8000-00000000000']),
  name: dice.pick(['sample.give', 'sample.stumble', '__proto__', 'x'.repeat(81)]),
  input: anything(dice, depth + 1),
  documents: [{ id: dice.pick(words), held: anything(dice, depth + 2) }],
})

const ackIds = ['', '0', '7', '99999999999999999999', '-1', '1e9'] as const
const eventOf = (dice: Dice) =>
  JSON.stringify([dice.pick(events), ...Array.from({ length: dice.roll(4) }, () => anything(dice))])

/** One message that no page sends: counted as malformed, but the connection stays open. */
export function malformedMessage(dice: Dice): string | Buffer {
  const event = eventOf(dice)
  const ackId = dice.pick(ackIds)
  switch (dice.roll(12)) {
    case 0:
      return Buffer.from(event)
    case 1:
      return `42${ackId}${event.slice(0, dice.roll(event.length + 1))}`
    case 2:
      return `45${dice.pick(['1-', '0-', '11-', '999999-', '-', 'x-'])}${ackId}${event}`
    case 3:
      return `4${dice.pick(['3', '4', '5', '6', '7', '9', 'x', ''])}${ackId}${event}`
    case 4:
      return `42${ackId}${dice.pick(['[', '{"a":', '"']).repeat(dice.roll(1_000))}`
    case 5:
      return `42${ackId}${event.replace('null', '{"__proto__":{"isAdmin":true}}')}`
    case 6:
      return `4${dice.pick(['0', '1', '2'])}/${dice.pick(['admin', '__proto__', 'x'.repeat(999)])},${event}`
    case 7:
      return `40${dice.pick(['', '{"sid":1}', '{"__proto__":{"isAdmin":true}}'])}`
    default:
      return `42${ackId}${event}`
  }
}

/** One message after which the protocol requires the connection to be closed. */
export function fatalMessage(dice: Dice): string | Buffer {
  const event = eventOf(dice)
  switch (dice.roll(3)) {
    case 0:
      return `${dice.pick(['2', '7', '8', '9', 'x', '\u0000'])}${event}`
    case 1:
      return '41'
    default:
      return `42${'x'.repeat(300_000)}`
  }
}
