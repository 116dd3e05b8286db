import { expect, test } from 'vitest'
import { fieldsWithoutOwner } from '../../../shared/engine/archive.ts'
import { register } from '../../engine/registry.ts'
import { allFeatures } from '../../testing/allFeatures.ts'

const { kinds, archives, removals } = register(allFeatures)

test('[ER7] every kind of document declares how a person is erased from it, or why none needs to be', () => {
  for (const { kind, about, erased } of kinds.values()) {
    if (typeof erased === 'object') expect(erased.kept, kind).toMatch(/\w{2,} \w+/)
    else if (erased === 'byFeature') expect(removals.map((one) => one.kind.kind)).toContain(kind)
    else expect(['account', 'player'].includes(String(about)) || typeof about === 'function', kind).toBe(true)
  }
  const erasedKinds = [...kinds.values()].filter(({ erased }) => typeof erased === 'string')
  expect(erasedKinds.length).toBeGreaterThan(20)
})

test('[ER14] every kind of document and archive declares its readers, persons, export, erasure and audit wording', () => {
  const declared = ['schema', 'readableBy', 'erased', 'audited'] as const
  for (const one of [...kinds.values(), ...archives.values()])
    for (const field of declared) expect(one[field], `${one.kind}: ${field}`).toBeDefined()
  for (const { kind, about, exported } of kinds.values()) expect([about, exported], kind).not.toContain(undefined)
  for (const archive of archives.values()) expect(fieldsWithoutOwner(archive), archive.kind).toEqual([])
  expect(archives.size).toBeGreaterThanOrEqual(9)
})

test('[ER15] the documents and archives of the export have fields of their own', () => {
  const fields = [...kinds.values()].flatMap(({ exported }) => exported?.field ?? [])
  expect(new Set(fields).size).toBe(fields.length)
  expect(fields).toEqual(expect.arrayContaining(['account', 'sessions', 'tokens', 'grant', 'pack', 'wallet', 'play']))
})
