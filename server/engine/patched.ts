import { applyPatches, enablePatches, type Patch as ImmerPatch } from 'immer'
import type { DocumentKind } from '../../shared/engine/document.ts'
import type { Patch } from '../../shared/protocol/down.ts'

enablePatches()

/**
 * A document with a change that may have been made by another release, on a copy that had all the fields of that one: what this
 * copy lacks of them is filled in, from the defaults of its kind or, for fields that this release does not know, with records.
 */
export function patched(kind: DocumentKind | undefined, value: object, patches: readonly Patch[]): object {
  try {
    return applied(value, patches)
  } catch {
    const { data = value } = kind?.schema.safeParse(value) ?? {}
    return patches.reduce<object>(withStep, data)
  }
}

const applied = (value: object, patches: readonly Patch[]): object => applyPatches(value, patches as ImmerPatch[])

function withStep(value: object, patch: Patch): object {
  try {
    return applied(value, [patch])
  } catch {
    // What is not there has gone.
    return patch.op === 'remove' ? value : applied(withRecordsOn(value, patch.path), [patch])
  }
}

/** Copied along the path only, with a record wherever it leads to nothing. */
function withRecordsOn(value: unknown, [step, ...rest]: Patch['path']): object {
  const inner = isObject(value) ? value : {}
  if (step === undefined || rest.length === 0) return inner
  const next = withRecordsOn(inner[step], rest)
  if (!Array.isArray(inner)) return { ...inner, [step]: next }
  return inner.map((element, index) => (index === Number(step) ? next : element))
}

const isObject = (value: unknown): value is Record<string | number, unknown> =>
  typeof value === 'object' && value !== null
