import { expect, test } from 'vitest'
import { longFunctions } from './longFunctions.ts'

const calls = (count: number) => '  x()\n'.repeat(count)

test.each([
  ['a function', 'function f() {\n', '}'],
  ['an exported function', 'export async function f() {\n', '}'],
  ['an arrow', 'const f = () => {\n', '}'],
  ['an arrow that is one expression', 'const f = () => [\n', ']', '  1,\n'],
  ['a function in a call', 'run(function () {\n', '})'],
  ['a method', 'const o = { f() {\n', '} }'],
  ['a getter', 'const o = { get f() {\n', 'return 1 } }'],
  ['a setter', 'const o = { set f(x) {\n', '} }'],
  ['a method of a class', 'class A { f() {\n', '} }'],
  ['a private method', 'class A { #f() {\n', '} }'],
  ['a constructor', 'class A { constructor() {\n', '} }'],
  ['a function with a type', 'const f = <T,>(x: T): T => {\n', 'return x }'],
])('[LF1] %s of 50 lines is good, one of 51 is not', (_, begin, end, line = '  x()\n') => {
  expect(longFunctions('a.ts', `\n${begin}${line.repeat(48)}${end}`)).toEqual([])
  expect(longFunctions('a.ts', `\n${begin}${line.repeat(49)}${end}`)).toEqual([
    `a.ts:2: 51 lines; a function never passes 50: ${begin.trim()}`,
  ])
})

test('[LF2] a component counts too, and markup is read only where there can be some', () => {
  const component = `export function Hub() {\n  return (\n    <ul>\n${'      <li />\n'.repeat(60)}    </ul>\n  )\n}\n`
  expect(longFunctions('Hub.tsx', component)).toHaveLength(1)
  expect(longFunctions('Hub.ts', component)).toEqual(['Hub.ts: cannot be read as TypeScript'])
})

test('[LF3] lines are right behind letters of several bytes, and in the second file as in the first', () => {
  const text = `// ${'äöü🦖'.repeat(40)}\n\nfunction f() {\n  // 🦖🦖🦖\n${calls(60)}}\n`
  const fault = ['a.ts:3: 63 lines; a function never passes 50: function f() {']
  expect(longFunctions('a.ts', text)).toEqual(fault)
  expect(longFunctions('a.ts', text)).toEqual(fault)
})

test('[LF4] of a long function in a long one both are named, a short one in it is not', () => {
  const inner = `const g = () => {\n${calls(55)}}\nconst h = () => {\n${calls(5)}}\n`
  expect(longFunctions('a.ts', `function f() {\n${inner}}\n`)).toHaveLength(2)
})

test('[LF5] long types, tables and classes are no functions, and the lines above one are not its own', () => {
  const table = `const t = [\n${'  1,\n'.repeat(80)}]\ninterface T {\n${'  x(): void\n'.repeat(80)}}\n`
  const methods = Array.from({ length: 20 }, (_, index) => `  f${index}() {\n    x()\n  }\n`).join('')
  expect(longFunctions('a.ts', `${table}class A {\n${methods}}\n${'// x\n'.repeat(80)}function f() {}\n`)).toEqual([])
})
