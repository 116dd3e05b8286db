import type { FastifyInstance } from 'fastify'
import { z } from 'zod'

/** What is told of a route to those who write programs for it. */
export interface Told {
  readonly summary: string
  /** Who gets in: whoever sits in a session or shows a token; or by token alone. */
  readonly who: 'anyone' | 'person' | 'program'
  /** The very schemas by which it is read. */
  readonly body?: z.ZodType
  readonly query?: z.ZodObject
  /** Of a name in the path: what it may be. */
  readonly path?: Readonly<Record<string, z.ZodType>>
  /** What a good answer holds; or the kind of file that it is. */
  readonly answer: z.ZodType | string
}

declare module 'fastify' {
  interface FastifyContextConfig {
    readonly told?: Told
  }
}

interface Options {
  readonly config?: object
}
export const withTold = <O extends Options>(options: O, told: Told) => ({
  ...options,
  config: { ...options.config, told },
})

const Problem = z.object({ success: z.literal(false), error: z.string(), code: z.string() })
const problems = {
  400: 'It does not have the right form; `error` names what is wrong.',
  401: 'Nobody is signed in, or the token has ended.',
  403: 'Without the permission, or from a page of another origin.',
  404: 'There is no such player or command.',
  409: 'Not as things stand; or it was not done, or nobody can tell.',
  429: 'Too often: wait a minute.',
} as const
const securityOf = { anyone: [], person: [{ token: [] }, { session: [] }], program: [{ token: [] }] } as const

/** A page that describes what programs may ask for, as their routes tell it. Call it before those are added. @param cookie its name */
export function openApi(app: FastifyInstance, cookie: string) {
  const paths: Record<string, Record<string, object>> = {}
  app.addHook('onRoute', ({ url, method, config }) => {
    if (!config?.told) return
    const path = url.replace(/:(\w+)/g, '{$1}')
    for (const verb of [method].flat().filter((one) => one !== 'HEAD'))
      paths[path] = { ...paths[path], [verb.toLowerCase()]: operationOf(config.told) }
  })
  const securitySchemes = {
    token: { type: 'http', scheme: 'bearer' },
    session: { type: 'apiKey', in: 'cookie', name: cookie },
  }
  const about = { title: 'Waterhole', version: '1', description: 'What programs may ask of the hub.' }
  app.get('/api/openapi.json', async () => ({
    ...{ openapi: '3.1.0', info: about, paths },
    components: { securitySchemes, schemas: { Problem: schemaOf(Problem) } },
  }))
}

/** As it is sent, before anything is made of it. */
function schemaOf(schema: z.ZodType): Record<string, unknown> {
  const { $schema: _, ...bare } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return bare
}

function operationOf({ summary, who, body, query, path = {}, answer }: Told) {
  const content = typeof answer === 'string' ? { [answer]: {} } : { 'application/json': { schema: schemaOf(answer) } }
  const refused = { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } }
  const others = Object.entries(problems).map(([status, description]) => [status, { description, content: refused }])
  return {
    summary,
    security: securityOf[who],
    ...(body && { requestBody: { content: { 'application/json': { schema: schemaOf(body) } } } }),
    parameters: [...parametersOf('path', path), ...parametersOf('query', query?.shape ?? {})],
    responses: { 200: { description: 'Done, or on its way.', content }, ...Object.fromEntries(others) },
  }
}

const parametersOf = (place: 'path' | 'query', shape: Readonly<Record<string, z.core.$ZodType>>) =>
  Object.entries(shape).map(([name, schema]) => ({
    ...{ name, in: place, required: place === 'path' },
    schema: schemaOf(schema as z.ZodType),
  }))
