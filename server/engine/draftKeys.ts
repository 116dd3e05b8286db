import { stateOf } from './draft.ts'

/**
 * The keys of what a rule added to a record or changed in it since the document was as before. All keys, where that is not known: for a
 * record that is not a draft, or that another one replaced.
 */
export function changedKeys(record: object, before: object): readonly string[] {
  const state = stateOf(record)
  if (!state || state.base !== before) return Object.keys(record)
  const changed = new Set<string>()
  if (state.children) for (const [key, child] of state.children) if (child.isModified) changed.add(key)
  if (state.written) for (const [key, isValue] of state.written) if (isValue) changed.add(key)
  return [...changed]
}

/** The keys that a record has no longer. It looks at all of them only where the changes are not known. */
export function removedKeys(record: object, before: object): readonly string[] {
  const state = stateOf(record)
  if (!state || state.base !== before) return Object.keys(before).filter((key) => !Object.hasOwn(record, key))
  return [...(state.written ?? [])].flatMap(([key, isValue]) => (isValue ? [] : [key]))
}
