import { expect, test } from 'vitest'
import { longFunctions } from './functionLength.ts'

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
])('[LF1] %s may have 50 lines and not 51', (_, begin, end, line = '  x()\n') => {
  expect(longFunctions('a.ts', `\n${begin}${line.repeat(48)}${end}`)).toEqual([])
  expect(longFunctions('a.ts', `\n${begin}${line.repeat(49)}${end}`)).toEqual([
    `a.ts:2: 51 lines; a function has at most 50: ${begin.trim()}`,
  ])
})

test('[LF2] a component may have 80 lines, and markup is read only in .tsx files', () => {
  const component = (items: number) =>
    `export function Hub() {\n  return (\n    <ul>\n${'      <li />\n'.repeat(items)}    </ul>\n  )\n}\n`
  expect(longFunctions('Hub.tsx', component(74))).toEqual([])
  expect(longFunctions('Hub.tsx', component(75))).toEqual([
    'Hub.tsx:1: 81 lines; a component has at most 80: export function Hub() {',
  ])
  expect(longFunctions('Hub.ts', component(1))).toEqual(['Hub.ts: cannot be read as TypeScript'])
})

test('[LF3] lines are right after letters of several bytes, and in the second file as in the first', () => {
  const text = `// ${'äöü🦖'.repeat(40)}\n\nfunction f() {\n  // 🦖🦖🦖\n${calls(60)}}\n`
  const fault = ['a.ts:3: 63 lines; a function has at most 50: function f() {']
  expect(longFunctions('a.ts', text)).toEqual(fault)
  expect(longFunctions('a.ts', text)).toEqual(fault)
})

test('[LF4] a long function in a long one is named as well; a short one is not', () => {
  const inner = `const g = () => {\n${calls(55)}}\nconst h = () => {\n${calls(5)}}\n`
  expect(longFunctions('a.ts', `function f() {\n${inner}}\n`)).toHaveLength(2)
})

test('[LF5] long types, tables and classes are not functions, and the lines above a function do not count', () => {
  const table = `const t = [\n${'  1,\n'.repeat(80)}]\ninterface T {\n${'  x(): void\n'.repeat(80)}}\n`
  const methods = Array.from({ length: 20 }, (_, index) => `  f${index}() {\n    x()\n  }\n`).join('')
  expect(longFunctions('a.ts', `${table}class A {\n${methods}}\n${'// x\n'.repeat(80)}function f() {}\n`)).toEqual([])
})

const nested = (name: string, lines: number) => `  const ${name} = () => {\n${calls(lines)}  }\n`

test.each([
  ['names', 'return { f, g }'],
  ['methods', 'return { h() {} }'],
  ['functions', 'return { h: () => 1 }'],
  ['a variable that holds them', 'const made = { f, g }\nreturn made'],
])('[LF6] a maker that returns %s is as long as its own lines; its functions count each by itself', (_, end) => {
  const maker = (lines: number) =>
    `export function createX() {\n${nested('f', 45)}${nested('g', 45)}${calls(lines)}${end}\n}\n`
  expect(longFunctions('a.ts', maker(70))).toEqual([])
  expect(longFunctions('a.ts', maker(90))).toHaveLength(1)
  expect(longFunctions('a.ts', `export function createX() {\n${nested('f', 55)}${end}\n}\n`)).toEqual([
    'a.ts:2: 57 lines; a function has at most 50: const f = () => {',
  ])
})

test('[LF7] a function that returns an object of plain values is not a maker', () => {
  expect(longFunctions('a.ts', `function f() {\n${nested('g', 30)}${calls(30)}return { x: 1 }\n}\n`)).toHaveLength(1)
})
