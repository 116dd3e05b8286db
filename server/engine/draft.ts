import type { Draft } from 'immer'
import type { Patch } from '../../shared/protocol/down.ts'

// Drafts as Immer's, for documents only: JSON, finished together with their rule. A container is copied when it is written to, never when
// it is read, and patches are made from what was written. Values and patches are those that Immer would make.

type Key = string | number
type Container = Record<Key, unknown>

/** What is known of a draft. It is the target of its proxy too, for an array the only element of the target. */
interface State {
  readonly scope: Scope
  readonly parent: State | null
  readonly base: Container
  readonly draft: object
  /** What was written; null until then. */
  copy: Container | null
  /** It, or something inside, was written to. */
  isModified: boolean
  isSettled: boolean
  /** Drafts of what is still at its place, by key. */
  children: Map<string, State> | null
  /** Keys that were written, in order: true for a value, false for a removal. */
  written: Map<string, boolean> | null
}

/** The drafts of one document in one rule. */
interface Scope {
  isFinished: boolean
}

const stateKey = Symbol('draft')

const isObject = (value: unknown): value is Container => typeof value === 'object' && value !== null
/** What is known of a draft; undefined for anything that is not one. */
export const stateOf = (value: unknown): State | undefined =>
  isObject(value) ? (value as { readonly [stateKey]?: State })[stateKey] : undefined

export const isDraft = (value: unknown): boolean => stateOf(value) !== undefined

function isDraftable(value: unknown): value is Container {
  if (!isObject(value)) return false
  const prototype = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null || Array.isArray(value)
}

/** Edits are kept in the draft; `base` and all in it stay as they are. */
export const createDraft = <Base extends object>(base: Base): Draft<Base> =>
  newState({ isFinished: false }, null, base as unknown as Container).draft as Draft<Base>

function newState(scope: Scope, parent: State | null, base: Container): State {
  const state = {
    scope,
    parent,
    base,
    draft: base,
    copy: null,
    isModified: false,
    isSettled: false,
    children: null,
    written: null,
  }
  state.draft = (Array.isArray(base) ? new Proxy([state], arrayTraps) : new Proxy(state, objectTraps)) as never
  return state
}

const latest = ({ copy, base }: State) => copy ?? base

function markModified(state: State) {
  for (let one: State | null = state; one && !one.isModified; one = one.parent) one.isModified = true
}

/** Makes the copy that is written to. @param isRecord keys come and go in it */
function opened(state: State, isRecord = false): Container {
  if (state.scope.isFinished) throw new TypeError('This draft was used after its rule had returned')
  markModified(state)
  state.copy ??= shallowCopy(state.base, isRecord)
  return state.copy
}

/** An object with more keys is taken for a record. */
const mostFields = 12

/**
 * A record is copied into an object that is a hash table from its beginning: V8 would describe each new set of keys by a hidden class, which
 * costs more than the copy.
 */
function shallowCopy(base: Container, isRecord = false): Container {
  if (Array.isArray(base)) return base.slice() as unknown as Container
  const prototype = Object.getPrototypeOf(base)
  if (Object.hasOwn(base, '__proto__') || (prototype !== null && !isRecord && !hasMore(base, mostFields)))
    return prototype === null ? Object.assign(Object.create(null), base) : { ...base }
  const table: Container = Object.create(null)
  const copy = prototype === null ? table : Object.setPrototypeOf(table, prototype)
  for (const key in base) copy[key] = base[key]
  return copy
}

function hasMore(base: Container, most: number) {
  let count = 0
  for (const _ in base) if (++count > most) return true
  return false
}

function readFrom(state: State, key: string | symbol): unknown {
  if (key === stateKey) return state
  const value = latest(state)[key as string]
  if (typeof value !== 'object' || value === null || typeof key === 'symbol') return value
  const known = state.children?.get(key)
  if (known) return known.draft
  // What the rule itself has put there is its own.
  if (value !== state.base[key] || state.scope.isFinished || !isDraftable(value)) return value
  state.children ??= new Map()
  const child = newState(state.scope, state, value)
  state.children.set(key, child)
  return child.draft
}

function write(state: State, key: string, value: unknown): boolean {
  const before = latest(state)[key]
  const child = state.children?.get(key)
  if (
    child
      ? child.draft === value
      : Object.is(before, value) && (value !== undefined || Object.hasOwn(latest(state), key))
  )
    return true
  opened(state, !Object.hasOwn(state.base, key))[key] = value
  state.children?.delete(key)
  state.written ??= new Map()
  state.written.set(key, true)
  return true
}

function remove(state: State, key: string): boolean {
  if (!Object.hasOwn(latest(state), key)) return true
  delete opened(state, true)[key]
  state.children?.delete(key)
  state.written ??= new Map()
  if (Object.hasOwn(state.base, key)) state.written.set(key, false)
  else state.written.delete(key)
  return true
}

function shorten(state: State, length: number): boolean {
  opened(state).length = length
  for (const keyed of [state.children, state.written])
    for (const key of keyed?.keys() ?? []) if (Number(key) >= length) keyed?.delete(key)
  return true
}

function described(state: State, key: string | symbol, isArray: boolean): PropertyDescriptor | undefined {
  const owner = latest(state)
  const found = Reflect.getOwnPropertyDescriptor(owner, key)
  return (
    found && {
      writable: true,
      configurable: !isArray || key !== 'length',
      enumerable: found.enumerable ?? true,
      value: owner[key as string],
    }
  )
}

const objectTraps: ProxyHandler<State> = {
  get: readFrom,
  has: (state, key) => key in latest(state),
  ownKeys: (state) => Reflect.ownKeys(latest(state)),
  set: (state, key, value) => write(state, key as string, value),
  deleteProperty: (state, key) => remove(state, key as string),
  getOwnPropertyDescriptor: (state, key) => described(state, key, false),
  getPrototypeOf: ({ base }) => Object.getPrototypeOf(base),
  defineProperty: () => false,
  setPrototypeOf: () => false,
}

const arrayTraps: ProxyHandler<[State]> = {
  get: ([state], key) => readFrom(state, key),
  has: ([state], key) => key in latest(state),
  ownKeys: ([state]) => Reflect.ownKeys(latest(state)),
  set: ([state], key, value) => (key === 'length' ? shorten(state, value) : write(state, key as string, value)),
  // An array has no holes.
  deleteProperty: ([state], key) => write(state, key as string, undefined),
  getOwnPropertyDescriptor: ([state], key) => described(state, key, true),
  getPrototypeOf: ([{ base }]) => Object.getPrototypeOf(base),
  defineProperty: () => false,
  setPrototypeOf: () => false,
}

/**
 * The document as it was written, frozen, and the patches that make it of the former one. The draft cannot be written to any more.
 * @throws TypeError when a draft of another document is in it
 */
export function finishDraft<Base extends object>(
  draft: Draft<Base>,
): { readonly next: Base; readonly patches: Patch[] } {
  const state = stateOf(draft)
  if (!state) throw new TypeError('This is not a draft')
  const patches: Patch[] = []
  const next = settle(state)
  state.scope.isFinished = true
  collect(state, [], patches)
  return { next: next as Base, patches: patches.slice() }
}

/** What becomes of a draft. */
function settle(state: State): Container {
  if (!state.isModified) return state.base
  if (state.isSettled) return latest(state)
  state.isSettled = true
  state.copy ??= shallowCopy(state.base)
  const { copy, children, written, scope } = state
  if (children) for (const [key, child] of children) if (child.isModified) copy[key] = settle(child)
  if (written) for (const [key, isValue] of written) if (isValue) copy[key] = settled(copy[key], scope)
  return Object.freeze(copy)
}

/** What becomes of a value that the rule has written: drafts in it are replaced, and it is frozen. */
function settled(value: unknown, scope: Scope): unknown {
  if (typeof value !== 'object' || value === null) return value
  const state = stateOf(value)
  if (state) {
    if (state.scope === scope) return settle(state)
    throw new TypeError('what was written holds a draft of another document')
  }
  if (!isDraftable(value)) return value
  const isFrozen = Object.isFrozen(value)
  for (const key in value) {
    const inner = value[key]
    if (typeof inner !== 'object' || inner === null) continue
    const next = settled(inner, scope)
    if (next === inner) continue
    if (isFrozen) throw new TypeError('what was written holds a draft in something frozen')
    value[key] = next
  }
  return isFrozen ? value : Object.freeze(value)
}

/** Paths of one step, each made once: most changes are of a field of the document itself, and each is kept for a while. */
const fieldPaths = new Map<Key, Patch['path']>()
const mostFieldPaths = 2_000

function below(path: readonly Key[], key: Key): Patch['path'] {
  // Sliced, as the patches are: V8 leaves room for 16 more behind what was added to a list.
  if (path.length > 0) return [...path, key].slice()
  const known = fieldPaths.get(key)
  if (known) return known
  const made = Object.freeze([key]) as Patch['path']
  if (fieldPaths.size < mostFieldPaths) fieldPaths.set(key, made)
  return made
}

/** Patches of what was written inside come before those of what holds it. */
function collect(state: State, path: readonly Key[], patches: Patch[]) {
  if (!state.isModified) return
  const isArray = Array.isArray(state.base)
  if (state.children)
    for (const [key, child] of state.children) collect(child, [...path, isArray ? Number(key) : key], patches)
  if (isArray) collectArray(state, path, patches)
  else if (state.written) collectRecord(state, path, patches)
}

function collectRecord(state: State, path: readonly Key[], patches: Patch[]) {
  const now = latest(state)
  for (const [key, isValue] of state.written ?? []) {
    if (!isValue) patches.push({ op: 'remove', path: below(path, key) })
    else if (!Object.hasOwn(state.base, key)) patches.push({ op: 'add', path: below(path, key), value: now[key] })
    else if (now[key] !== state.base[key]) patches.push({ op: 'replace', path: below(path, key), value: now[key] })
  }
}

/** Elements are compared where they were written; what is longer is added to, what is shorter is cut at its end. */
function collectArray(state: State, path: readonly Key[], patches: Patch[]) {
  const [before, now] = [state.base as unknown as readonly unknown[], latest(state) as unknown as readonly unknown[]]
  const shared = Math.min(before.length, now.length)
  for (let at = 0; at < shared; at += 1)
    if (state.written?.get(String(at)) && now[at] !== before[at])
      patches.push({ op: 'replace', path: below(path, at), value: now[at] })
  for (let at = shared; at < now.length; at += 1) patches.push({ op: 'add', path: below(path, at), value: now[at] })
  for (let at = before.length - 1; at >= shared && at >= now.length; at -= 1)
    patches.push({ op: 'remove', path: below(path, at) })
}

/** A copy that holds no draft, as the draft is now. What was not written to is shared with the document. */
export function current<Value>(value: Value): Value {
  const state = stateOf(value)
  if (state) return (state.isModified ? copied(latest(state), state.children) : state.base) as Value
  if (!isDraftable(value) || Object.isFrozen(value)) return value
  return copied(value, null) as Value
}

function copied(value: Container, children: State['children']): Container {
  const copy = shallowCopy(value)
  for (const key in copy) {
    const inner = copy[key]
    if (typeof inner === 'object' && inner !== null) copy[key] = current(children?.get(key)?.draft ?? inner)
  }
  return copy
}
