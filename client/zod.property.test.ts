import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import fc from 'fast-check'
import { build } from 'vite'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import config from './vite.config.ts'
import { z as small } from './zod.ts'

type Schemas = ReadonlyMap<string, z.ZodType>

const root = import.meta.dirname
const sourcesIn = (folder: string) => {
  const exclude = ['**/*.test.{ts,tsx}', '**/testing/**']
  return globSync('**/*.{ts,tsx}', { cwd: join(root, folder), exclude }).map((path) => join(folder, path))
}
const declarations = sourcesIn('../shared')

const isSchema = (value: unknown): value is z.ZodType => typeof value === 'object' && value !== null && '_zod' in value

/** What modules of declarations export: schemas, and those of commands, queries, documents and archives. */
function schemasOf(modules: readonly object[]): Schemas {
  const found = modules.flatMap((module, nth) =>
    Object.entries(module).flatMap(([name, value]): [string, unknown][] =>
      value === null || typeof value !== 'object'
        ? []
        : [
            [name, value],
            ...['input', 'output', 'schema'].map((part): [string, unknown] => [`${name}.${part}`, value[part]]),
          ].map(([key, one]): [string, unknown] => [`${declarations[nth]} ${key}`, one]),
    ),
  )
  return new Map(found.filter((entry): entry is [string, z.ZodType] => isSchema(entry[1])))
}

/** The declarations as a page has them. */
async function modulesOfPage(): Promise<object[]> {
  const folder = mkdtempSync(join(tmpdir(), 'waterhole-declarations-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const entry = join(folder, 'entry.js')
  const lines = declarations.map((path, nth) => `export * as m${nth} from ${JSON.stringify(join(root, path))}`)
  writeFileSync(entry, lines.join('\n'))
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    resolve: config.resolve ?? {},
    build: { outDir: join(folder, 'out'), minify: false, lib: { entry, formats: ['es'], fileName: () => 'all.mjs' } },
  })
  const all = (await import(/* @vite-ignore */ pathToFileURL(join(folder, 'out', 'all.mjs')).href)) as Record<
    string,
    object
  >
  return lines.map((_, nth) => all[`m${nth}`] ?? {})
}

const value = fc.constantFrom<unknown>(
  ...[undefined, null, 0, -1, 1, 2.5, 5, 2 ** 60, Number.NaN, '', 'a', ' a ', 'A b', 'steam/1', true, false],
  ...['7b1d9f5e-3c1a-4e6f-9b2d-0a1b2c3d4e5f', 'https://a.example/x', 'http://a.example', 'YWJj', 'x'.repeat(5_000)],
  ...[[], ['t'], [1], [1, 2], [1, 2, 3], {}, { one: 1 }, { at: 1 }, { k: { at: 1 } }, { x: 1, y: 2 }],
)

const outcome = (schema: z.ZodType, given: unknown) => {
  const { data, error } = schema.safeParse(given)
  // Zod's own texts are set for both editions here; in pages zodTexts.ts sets them.
  return { data, issues: error?.issues.map(({ code, path, message }) => [code, path, message]) }
}

test('[WZ1] in a page every declaration accepts, refuses and completes what it does on the hub', async () => {
  const loads = declarations.map((path) => import(/* @vite-ignore */ pathToFileURL(join(root, path)).href))
  const whole = schemasOf(await Promise.all(loads))
  const ofPage = schemasOf(await modulesOfPage())
  expect([...ofPage.keys()].sort()).toEqual([...whole.keys()].sort())
  expect(whole.size).toBeGreaterThan(1_000)
  const same = (key: string, given: unknown) =>
    expect(outcome(ofPage.get(key) as z.ZodType, given), key).toStrictEqual(outcome(whole.get(key) as z.ZodType, given))
  for (const key of whole.keys()) for (const given of [{}, 'a', 1, null, []]) same(key, given)
  const objects = [...whole].flatMap(([key, schema]) =>
    schema instanceof z.ZodObject ? [{ key, names: Object.keys(schema.shape) }] : [],
  )
  fc.assert(
    fc.property(
      fc.constantFrom(...objects),
      fc.array(value, { maxLength: 30 }),
      value,
      ({ key, names }, values, one) => {
        same(key, Object.fromEntries(names.map((name, nth) => [name, values[nth]])))
        const blank = outcome(whole.get(key) as z.ZodType, {}).data
        if (blank) same(key, { ...(blank as object), [names[values.length % names.length] ?? 'x']: one })
      },
    ),
    { seed: 5, numRuns: 4_000 },
  )
})

test('[WZ2] what screens call of Zod is there in a page', () => {
  const classic = [z.string(), z.number(), z.array(z.string()), z.object({}), z.enum(['a']), z.string().optional()]
  const ofPage = [small.string(), small.number(), small.array(small.string()), small.object({}), small.enum(['a'])]
  const texts = sourcesIn('.')
    .filter((path) => path !== 'zod.ts')
    .map((path) => readFileSync(join(root, path), 'utf8'))
    .filter((text) => /import \{ z \} from 'zod'/.test(text))
  const lines = texts.flatMap((text) => text.replace(/\n\s+\./g, '.').split('\n'))
  const calls = lines
    .filter((line) => /\bz\.[a-z]/.test(line))
    .flatMap((line) => [...line.matchAll(/(\bz)?\.([a-z]\w*)\(/g)])
  const makers = calls.flatMap(([, maker, name = '']) => (maker ? [name] : []))
  const methods = calls.flatMap(([, maker, name = '']) => (!maker && classic.some((one) => name in one) ? [name] : []))
  expect(makers.length).toBeGreaterThan(5)
  expect(methods.length).toBeGreaterThan(5)
  expect(makers.filter((name) => !(name in small))).toEqual([])
  expect(methods.filter((name) => !ofPage.some((one) => name in one))).toEqual([])
})
