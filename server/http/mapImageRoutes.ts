import type { FastifyInstance } from 'fastify'
import { mapImagePath } from '../../shared/features/mapSheet/mapSheet.ts'
import { problem } from './httpProblem.ts'

interface ServedImage {
  readonly bytes: Buffer
  readonly contentType: string
  readonly fingerprint: string
}

/** Where a picture is found: its fingerprint in the address lets browsers keep it for ever. */
export const mapImageAddress = (image: Pick<ServedImage, 'fingerprint'>) => `${mapImagePath}?v=${image.fingerprint}`

/** The owner's own picture of the map. @param image null where there is none */
export function mapImageRoutes(app: FastifyInstance, image: ServedImage | null) {
  app.get<{ Querystring: { v?: string } }>(mapImagePath, async (request, reply) => {
    if (!image)
      return problem(reply, 404, 'noMapImage', 'This hub draws the map itself: it has no other picture of it.')
    const { bytes, contentType, fingerprint } = image
    const tag = `"${fingerprint}"`
    reply.header('etag', tag).header('cache-control', cachingOf(request.query.v === fingerprint))
    if (tagsIn(request.headers['if-none-match']).includes(tag)) return reply.code(304).send()
    return reply.type(contentType).send(bytes)
  })
}

/** An address without the fingerprint of this picture may mean another one tomorrow. */
const cachingOf = (isNamed: boolean) => (isNamed ? 'public, max-age=31536000, immutable' : 'no-cache')

/** A proxy that compresses marks the tag as weak. */
const tagsIn = (header = '') => header.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
