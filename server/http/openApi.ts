import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { missingOf, type Permission } from '../../shared/engine/permissions.ts'
import { broadcast } from '../../shared/features/deliveries/commands.ts'
import { forbiddenText, noBroadcastText } from '../../shared/features/deliveries/refusals.ts'
import type { Credentials, Principal } from '../engine/principal.ts'
import { problem } from './problem.ts'
import { credentialsOf } from './request.ts'

/** The description of a route for the OpenAPI document. */
export interface RouteDocs {
  readonly summary: string
  /** What the summary has no room for. */
  readonly description?: string
  /** Who may call it: anyone, a signed-in user or token, or a token only. */
  readonly who: 'anyone' | 'person' | 'program'
  /** Without it the route is refused before the request is read. Left out where it depends on the input who may call it. */
  readonly permission?: Permission
  readonly alsoNeeds?: readonly Permission[] | undefined
  /** The schemas with which the route parses its input. */
  readonly body?: z.ZodType
  readonly query?: z.ZodObject
  /** Of each parameter in the path. */
  readonly path?: Readonly<Record<string, z.ZodType>>
  /** The body of a successful answer, or the content type of a file. */
  readonly answer: z.ZodType | string
}

declare module 'fastify' {
  interface FastifyContextConfig {
    readonly docs?: RouteDocs
  }
}

interface RouteOptions {
  readonly config?: object
}
export const withDocs = <O extends RouteOptions>(options: O, docs: RouteDocs) => ({
  ...options,
  config: { ...options.config, docs },
})

const Problem = z.object({ success: z.literal(false), error: z.string(), code: z.string() })
const problems = {
  400: "It isn't in the right format; `error` names what is wrong.",
  401: 'Not signed in, or the token has ended.',
  403: 'Without the permission, or from a page of another origin.',
  404: 'There is no such player, command or backup, or the feature is switched off (`featureOff`).',
  409: 'It conflicts with the present state; or it was not done, or its outcome is unknown.',
  429: 'Too many requests. Wait a minute.',
  503: 'The hub cannot do it at the moment; try again in a few seconds.',
} as const
const securityOf = { anyone: [], person: [{ token: [] }, { session: [] }], program: [{ token: [] }] } as const

/** Refuses every request to a route with a permission that its principal does not have. */
export function requirePermissions(app: FastifyInstance, principalOf: (credentials: Credentials) => Principal) {
  // After the limits of the route, before the body is read.
  app.addHook('preParsing', async ({ headers, routeOptions }, reply) => {
    const { docs } = routeOptions.config
    if (docs?.permission === undefined) return
    const principal = principalOf(credentialsOf(headers))
    const { permission, alsoNeeds = [] } = docs
    const missing = missingOf({ permission, alsoNeeds }, principal.can)
    if (missing.length === 0) return
    reply.header('cache-control', 'no-store')
    if (principal.id === null) return problem(reply, 401, 'signedOut', signInFirst)
    if (principal.can(permission)) return problem(reply, 403, 'forbidden', `${forbiddenText}. ${lacks(missing)}`)
    return problem(reply, 403, 'forbidden', permission === broadcast.permission ? noBroadcastText : forbiddenText)
  })
}
const signInFirst = 'Sign in, or send an API token: Authorization: Bearer …'

/** Serves an OpenAPI document of all documented routes that are added after this call. @param cookie name of the session cookie */
export function addOpenApi(app: FastifyInstance, cookie: string) {
  const paths: Record<string, Record<string, object>> = {}
  app.addHook('onRoute', ({ url, method, config }) => {
    if (!config?.docs) return
    const path = url.replace(/:(\w+)/g, '{$1}')
    for (const verb of [method].flat().filter((one) => one !== 'HEAD'))
      paths[path] = { ...paths[path], [verb.toLowerCase()]: operationOf(config.docs) }
  })
  const securitySchemes = {
    token: { type: 'http', scheme: 'bearer' },
    session: { type: 'apiKey', in: 'cookie', name: cookie },
  }
  const info = { title: 'Waterhole', version: '1', description: 'Requests that programs can send to the hub.' }
  app.get('/api/openapi.json', async () => ({
    openapi: '3.1.0',
    info,
    paths,
    components: { securitySchemes, schemas: { Problem: schemaOf(Problem) } },
  }))
}

const named = (all: readonly Permission[]) => all.map((one) => `\`${one}\``).join(', ')
const needs = (all: readonly Permission[]) =>
  all.length === 1 ? `Needs the permission ${named(all)}.` : `Needs the permissions ${named(all)}.`
/** For programs, whose tokens may hold fewer permissions than their owners. */
export const lacks = (missing: readonly Permission[]) => `The token lacks ${missing.join(', ')}.`

/** Of the input, before transforms. */
function schemaOf(schema: z.ZodType): Record<string, unknown> {
  const { $schema: _, ...bare } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return bare
}

function operationOf({
  summary,
  description,
  who,
  permission,
  alsoNeeds = [],
  body,
  query,
  path = {},
  answer,
}: RouteDocs) {
  const content = typeof answer === 'string' ? { [answer]: {} } : { 'application/json': { schema: schemaOf(answer) } }
  const refused = { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } }
  const others = Object.entries(problems).map(([status, description]) => [status, { description, content: refused }])
  return {
    summary,
    ...((description || permission) && {
      description: [description, permission && needs([permission, ...alsoNeeds])].filter(Boolean).join(' '),
    }),
    security: securityOf[who],
    ...(body && { requestBody: { content: { 'application/json': { schema: schemaOf(body) } } } }),
    parameters: [...parametersOf('path', path), ...parametersOf('query', query?.shape ?? {})],
    responses: { 200: { description: 'Done, or pending.', content }, ...Object.fromEntries(others) },
  }
}

const parametersOf = (place: 'path' | 'query', shape: Readonly<Record<string, z.core.$ZodType>>) =>
  Object.entries(shape).map(([name, schema]) => ({
    name,
    in: place,
    required: place === 'path',
    schema: schemaOf(schema as z.ZodType),
  }))
