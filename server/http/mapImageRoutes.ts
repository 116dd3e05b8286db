import type { FastifyInstance } from 'fastify'
import { mapImagePath } from '../../shared/features/mapImage/mapImage.ts'
import { problem } from './problem.ts'

interface ServedImage {
  readonly bytes: Buffer
  readonly contentType: string
  readonly fingerprint: string
}

/** URL of an image. It contains the fingerprint, so that browsers may cache it without a time limit. */
export const mapImageAddress = (image: Pick<ServedImage, 'fingerprint'>) => `${mapImagePath}?v=${image.fingerprint}`

/** Serves the owner's own map image. @param image null if there is none */
export function mapImageRoutes(app: FastifyInstance, image: ServedImage | null) {
  app.get<{ Querystring: { v?: string } }>(mapImagePath, async (request, reply) => {
    if (!image) return problem(reply, 404, 'noMapImage', 'This hub draws its own map. It has no other picture of it.')
    const { bytes, contentType, fingerprint } = image
    const tag = `"${fingerprint}"`
    reply.header('etag', tag).header('cache-control', cachingOf(request.query.v === fingerprint))
    if (tagsIn(request.headers['if-none-match']).includes(tag)) return reply.code(304).send()
    return reply.type(contentType).send(bytes)
  })
}

/** Without this image's fingerprint, the URL may serve another image tomorrow. */
const cachingOf = (hasFingerprint: boolean) => (hasFingerprint ? 'public, max-age=31536000, immutable' : 'no-cache')

/** A proxy that compresses marks the tag as weak. */
const tagsIn = (header = '') => header.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
