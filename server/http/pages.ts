import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { problem } from './problem.ts'
import { wantsPage } from './request.ts'

/** Files with a hash of their content in the name never change. */
const isHashed = (path: string) => /[\\/]assets[\\/]/.test(path)

const isSocket = (url: string) => url.startsWith('/socket.io/')
const isAuth = (url: string) => /^\/auth\//.test(url)

/** `/auth` and `/map` are pages, what is below them is not. */
const notPages = /^\/(?:(?:api|socket\.io|assets)(?:\/|$)|(?:auth|map)\/)/

/**
 * The address of a page without the slash behind it, with its query; null where there is no such slash. No part of the path may be empty:
 * a browser takes `//host` for the address of another site.
 */
function withoutTrailingSlash(url: string): string | null {
  const [, path, query] = /^((?:\/[\w.~%@:-]+)+)\/(\?.*)?$/.exec(url) ?? []
  if (path === undefined || notPages.test(path)) return null
  return path + (query ?? '')
}

/** Serves the built client. URLs that are neither a file nor an API are routed by the client. @param folder the built client */
export async function pages(app: FastifyInstance, folder: string) {
  const isBuilt = existsSync(join(folder, 'index.html'))
  if (isBuilt)
    await app.register(fastifyStatic, {
      root: folder,
      cacheControl: false,
      setHeaders: (reply, path) =>
        void reply.header('cache-control', isHashed(path) ? 'public, max-age=31536000, immutable' : 'no-cache'),
    })
  // Otherwise addresses without a route, this one page included, would have no limit.
  app.setNotFoundHandler({ preHandler: app.rateLimit() }, (request, reply) => {
    if (isSocket(request.url))
      return problem(
        reply.header('upgrade', 'websocket'),
        426,
        'notAWebSocket',
        'Only WebSockets can connect here. Turn off long polling (transports: ["websocket"]).',
      )
    const page = request.method === 'GET' ? withoutTrailingSlash(request.url) : null
    if (page !== null) return reply.header('cache-control', 'no-cache').redirect(page, 308)
    const isPage = request.method === 'GET' && !/^\/(api|auth|socket\.io|assets|map)\//.test(request.url)
    if (isPage && isBuilt) return reply.header('cache-control', 'no-cache').sendFile('index.html')
    // The client explains that this sign-in URL does not exist.
    if (isAuth(request.url) && wantsPage(request) && isBuilt) return reply.code(404).sendFile('index.html')
    if (isPage) return problem(reply, 503, 'notBuilt', 'The page is not built. Start the hub with npm start.')
    return problem(reply, 404, 'notFound', `There is nothing at ${request.method} ${request.url.slice(0, 200)}.`)
  })
}
