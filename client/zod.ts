// The part of Zod that declarations and screens call: its methods, over Zod's own small edition, which checks by the same code and has
// functions where the classic edition has methods. All methods of the classic edition would be in each page, whether called or not: 25 kB.
// What a declaration or a screen needs and is missing here fails its test [WZ1] or [WZ2].
import * as mini from 'zod/mini'

export { z } from 'zod/mini'

type Context = mini.core.$RefinementCtx
type Issue = mini.core.$ZodRawIssue
type Methods<Schema> = Readonly<Record<string, (this: Schema, ...given: never[]) => unknown>>

type Kind = new (...given: never[]) => mini.ZodMiniType

/** Not enumerable: Zod copies into each schema what it enumerates on a prototype. */
function addMethods<Schema>(kinds: readonly Kind[], methods: Methods<Schema>) {
  for (const { prototype } of kinds)
    for (const [name, value] of Object.entries(methods)) Object.defineProperty(prototype, name, { value })
}

const texts = [mini.ZodMiniString, mini.ZodMiniBase64, mini.ZodMiniURL, mini.ZodMiniUUID]
const numbers = [mini.ZodMiniNumber, mini.ZodMiniNumberFormat]
const wrappers = [
  ...[mini.ZodMiniOptional, mini.ZodMiniExactOptional, mini.ZodMiniNullable],
  ...[mini.ZodMiniDefault, mini.ZodMiniPrefault, mini.ZodMiniCatch, mini.ZodMiniReadonly],
]
const others = [
  ...[mini.ZodMiniBoolean, mini.ZodMiniNull, mini.ZodMiniUnknown, mini.ZodMiniLiteral, mini.ZodMiniTemplateLiteral],
  ...[mini.ZodMiniRecord, mini.ZodMiniTuple, mini.ZodMiniUnion, mini.ZodMiniDiscriminatedUnion],
  ...[mini.ZodMiniPipe, mini.ZodMiniLazy],
]
const sorts = [mini.ZodMiniArray, mini.ZodMiniEnum, mini.ZodMiniObject]

addMethods<mini.ZodMiniType>([...texts, ...numbers, ...wrappers, ...others, ...sorts], {
  optional() {
    return mini.optional(this)
  },
  exactOptional() {
    return mini.exactOptional(this)
  },
  nullable() {
    return mini.nullable(this)
  },
  nullish() {
    return mini.nullish(this)
  },
  default(value: never) {
    return mini._default(this, value)
  },
  prefault(value: never) {
    return mini.prefault(this, value)
  },
  catch(value: never) {
    return mini.catch(this, value)
  },
  readonly() {
    return mini.readonly(this)
  },
  array() {
    return mini.array(this)
  },
  pipe(next: mini.ZodMiniType) {
    return mini.pipe(this, next)
  },
  transform(change: (value: unknown, context: Pick<Context, 'addIssue'>) => unknown) {
    const changed = mini.transform((value: unknown, { issues }): unknown =>
      change(value, {
        addIssue: (issue) => issues.push({ ...(issue as Issue), input: value, inst: changed } as Issue),
      }),
    )
    return mini.pipe(this, changed)
  },
  refine(holds: (value: unknown) => unknown, said: never) {
    return this.check(mini.refine(holds, said))
  },
  superRefine(examine: (value: unknown, context: Context) => void) {
    return this.check(mini.superRefine(examine))
  },
  // For the description of the API, which the hub writes.
  describe() {
    return this
  },
})

type Sized = mini.ZodMiniType<{ readonly length: number }>
const sized = {
  min(this: Sized, least: number, said?: string) {
    return this.check(mini.minLength(least, said))
  },
  max(this: Sized, most: number, said?: string) {
    return this.check(mini.maxLength(most, said))
  },
  length(this: Sized, exactly: number, said?: string) {
    return this.check(mini.length(exactly, said))
  },
}

addMethods<mini.ZodMiniString>(texts, {
  ...sized,
  regex(pattern: RegExp, said?: string) {
    return this.check(mini.regex(pattern, said))
  },
  startsWith(begin: string, said?: string) {
    return this.check(mini.startsWith(begin, said))
  },
  trim() {
    return this.check(mini.trim())
  },
  toLowerCase() {
    return this.check(mini.toLowerCase())
  },
  toUpperCase() {
    return this.check(mini.toUpperCase())
  },
})

addMethods<mini.ZodMiniNumber>(numbers, {
  min(least: number, said?: string) {
    return this.check(mini.minimum(least, said))
  },
  max(most: number, said?: string) {
    return this.check(mini.maximum(most, said))
  },
  int(said?: string) {
    return this.check(mini.int(said))
  },
  positive(said?: string) {
    return this.check(mini.positive(said))
  },
  nonnegative(said?: string) {
    return this.check(mini.nonnegative(said))
  },
})

addMethods<mini.ZodMiniOptional>(wrappers, {
  unwrap() {
    return this.def.innerType
  },
  removeDefault() {
    return this.def.innerType
  },
})

addMethods<mini.ZodMiniArray>([mini.ZodMiniArray], {
  ...sized,
  unwrap() {
    return this.def.element
  },
})

addMethods<mini.ZodMiniEnum<Record<string, string>>>([mini.ZodMiniEnum], {
  exclude(left: readonly string[]) {
    return mini.enum(Object.fromEntries(Object.entries(this.def.entries).filter(([name]) => !left.includes(name))))
  },
})

addMethods<mini.ZodMiniObject>([mini.ZodMiniObject], {
  extend(further: mini.core.$ZodShape) {
    return mini.extend(this, further)
  },
  pick(names: Record<string, true>) {
    return mini.pick(this, names)
  },
  omit(names: Record<string, true>) {
    return mini.omit(this, names)
  },
  partial(names?: Record<string, true>) {
    return names ? mini.partial(this, names) : mini.partial(this)
  },
  strict() {
    return mini.catchall(this, mini.never())
  },
})
