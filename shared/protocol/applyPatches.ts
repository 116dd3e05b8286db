import type { Patch } from './down.ts'

type Step = string | number
type Container = Record<Step, unknown>

/**
 * The value that patches make of another, which stays as it is: what they do not touch is shared by both. The patches are Immer's: `add`
 * inserts into a list and `remove` takes out of one; a list is cut by replacing its `length`.
 *
 *     applyPatches({ count: 1 }, [{ op: 'replace', path: ['count'], value: 2 }])   // { count: 2 }
 *
 * @throws when a path leads nowhere: the value is not the one that the patches were made for
 */
export function applyPatches<Value extends object>(value: Value, patches: readonly Patch[]): Value {
  /** What was copied here may be written to, and is copied once. */
  const own = new WeakSet<object>()
  const ownCopy = (container: Container): Container => {
    if (own.has(container)) return container
    const copy = (Array.isArray(container) ? [...container] : { ...container }) as unknown as Container
    own.add(copy)
    return copy
  }
  /** @param at how many steps of the path lead to `container` */
  const changed = (container: unknown, patch: Patch, at: number): unknown => {
    const step = patch.path[at]
    if (step === undefined) return patch.value
    if (typeof container !== 'object' || container === null || step === '__proto__')
      throw new Error(`A patch cannot be applied: there is no ${patch.path.join('/')}.`)
    const copy = ownCopy(container as Container)
    if (at < patch.path.length - 1)
      copy[step] = changed(Object.hasOwn(copy, step) ? copy[step] : undefined, patch, at + 1)
    else put(copy, step, patch)
    return copy
  }
  return patches.reduce<unknown>((now, patch) => changed(now, patch, 0), value) as Value
}

function put(container: Container, step: Step, { op, value }: Patch) {
  if (!Array.isArray(container)) {
    if (op === 'remove') delete container[step]
    else container[step] = value
  } else if (op === 'replace') container[step as number] = value
  else if (op === 'add') container.splice(step === '-' ? container.length : Number(step), 0, value)
  else container.splice(Number(step), 1)
}
