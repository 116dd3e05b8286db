import { z } from 'zod'

/** A part of a JSON Schema, as OpenAPI holds it. Only what the hub's own schemas use. */
interface Schema {
  readonly type?: string | readonly string[] | undefined
  readonly description?: string | undefined
  readonly enum?: readonly unknown[] | undefined
  readonly const?: unknown
  readonly pattern?: string | undefined
  readonly anyOf?: readonly Schema[] | undefined
  readonly items?: Schema | undefined
  readonly properties?: Readonly<Record<string, Schema>> | undefined
  readonly required?: readonly string[] | undefined
}
const Schema: z.ZodType<Schema> = z.lazy(() =>
  z.looseObject({
    type: z.union([z.string(), z.array(z.string())]).optional(),
    description: z.string().optional(),
    enum: z.array(z.unknown()).optional(),
    const: z.unknown().optional(),
    pattern: z.string().optional(),
    anyOf: z.array(Schema).optional(),
    items: Schema.optional(),
    properties: z.record(z.string(), Schema).optional(),
    required: z.array(z.string()).optional(),
  }),
)
const Content = z.record(z.string(), z.object({ schema: Schema.optional() }))
const Parameter = z.object({ name: z.string(), in: z.string(), required: z.boolean(), schema: Schema })
const Operation = z.object({
  summary: z.string(),
  description: z.string().optional(),
  security: z.array(z.record(z.string(), z.unknown())),
  requestBody: z.object({ content: Content }).optional(),
  parameters: z.array(Parameter),
  responses: z.record(z.string(), z.object({ description: z.string(), content: Content })),
})

/** The hub's OpenAPI document. */
export const OpenApi = z.object({ paths: z.record(z.string(), z.record(z.string(), Operation)) })

/** A field of an input or an answer. */
export interface ApiField {
  /** With the names of the objects it is in: `players.list[].name`. */
  readonly name: string
  readonly type: string
  readonly required: boolean
  readonly meaning: string
}

export interface ApiOperation {
  /** `GET /api/server/status` */
  readonly name: string
  readonly summary: string
  readonly description: string
  readonly who: string
  readonly inputs: readonly ApiField[]
  /** Empty if the answer is a file. */
  readonly answer: readonly ApiField[]
  /** The content type of the answer. */
  readonly answerType: string
  readonly refusals: readonly { readonly status: string; readonly meaning: string }[]
}

export interface ApiGroup {
  readonly name: string
  readonly operations: readonly ApiOperation[]
}

const groupNames: Readonly<Record<string, string>> = {
  server: 'Game server',
  player: 'Players',
  admin: 'Staff commands',
  automation: 'Staff commands',
  rcon: 'Console and bridge',
  '.netlify': 'Paths of the former site',
  config: 'The hub',
  cache: 'The hub',
}

/** Operations by what they are about, in the order of the document. @param filter text that an operation has to contain */
export function groupsOf({ paths }: z.output<typeof OpenApi>, filter = ''): ApiGroup[] {
  const wanted = filter.trim().toLowerCase()
  const groups = new Map<string, ApiOperation[]>()
  for (const [path, verbs] of Object.entries(paths))
    for (const [verb, operation] of Object.entries(verbs)) {
      const one = operationOf(`${verb.toUpperCase()} ${path}`, operation)
      if (!`${one.name} ${one.summary} ${one.description}`.toLowerCase().includes(wanted)) continue
      const name = groupOf(path)
      groups.set(name, [...(groups.get(name) ?? []), one])
    }
  return [...groups].map(([name, operations]) => ({ name, operations }))
}

function groupOf(path: string) {
  const [first = '', second = ''] = path.split('/').filter((part) => part !== 'api' && part !== '')
  const word = first.replace(/\..*/, '') || first
  return groupNames[word] ?? (word.charAt(0).toUpperCase() + word.slice(1) || second)
}

function operationOf(name: string, operation: z.output<typeof Operation>): ApiOperation {
  const { summary, description = '', security, parameters, requestBody, responses } = operation
  const { 200: done, ...refused } = responses
  const [[answerType, answer] = ['', {}]] = Object.entries(done?.content ?? {})
  const body = requestBody?.content['application/json']?.schema
  const isIn: Readonly<Record<string, string>> = { path: 'In the path.', query: 'In the query.' }
  return {
    name,
    summary,
    description,
    who: security.length === 0 ? 'Anyone' : 'Signed in, or with a token',
    inputs: [
      ...parameters.map(({ name: parameter, in: place, required, schema }) => ({
        name: parameter,
        type: typeOf(schema),
        required,
        meaning: [isIn[place], schema.description].filter(Boolean).join(' '),
      })),
      ...(body ? fieldsOf(body) : []),
    ],
    answer: answer.schema ? fieldsOf(answer.schema) : [],
    answerType,
    refusals: Object.entries(refused).map(([status, response]) => ({ status, meaning: response.description })),
  }
}

/** All fields of an object, with those of the objects in it. */
export function fieldsOf(schema: Schema, prefix = ''): ApiField[] {
  const { object, suffix } = objectIn(schema)
  return Object.entries(object?.properties ?? {}).flatMap(([key, property]) => {
    const name = `${prefix === '' ? '' : `${prefix}${suffix}.`}${key}`
    const required = object?.required?.includes(key) ?? false
    return [
      { name, type: typeOf(property), required, meaning: property.description ?? '' },
      ...fieldsOf(property, name),
    ]
  })
}

/** The object that a schema describes, also within a list or beside null. */
function objectIn(schema: Schema): { object: Schema | undefined; suffix: string } {
  if (schema.properties) return { object: schema, suffix: '' }
  if (schema.items) return { object: objectIn(schema.items).object, suffix: '[]' }
  const other = schema.anyOf?.find((one) => one.properties ?? one.items)
  return other ? objectIn(other) : { object: undefined, suffix: '' }
}

/** `text or null`, `list of objects`, `one of dawn, day` */
export function typeOf(schema: Schema): string {
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeOf))].join(' or ')
  if (schema.const !== undefined) return String(schema.const)
  if (schema.enum) return `one of ${schema.enum.join(', ')}`
  if (schema.items) return `list of ${typeOf(schema.items)}`
  const types = [schema.type ?? 'any'].flat()
  return types.map((type) => typeNames[type] ?? type).join(' or ')
}
const typeNames: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'whole number',
  boolean: 'true or false',
}
