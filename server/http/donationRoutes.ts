import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import {
  type ReceivedDonation,
  receiveDonation,
  receiveDonationTest,
} from '../../shared/features/donations/commands.ts'
import type { Hub } from '../engine/hub.ts'
import { withDocs } from './openApi.ts'
import type { DonationService } from './payments/signedCall.ts'
import { problem } from './problem.ts'

interface DonationDeps {
  readonly hub: Pick<Hub, 'execute'>
  readonly services: readonly DonationService[]
}

/** A service sends one call for each payment, and repeats the ones that were not answered with 2xx. */
const rate = { rateLimit: { max: 120, timeWindow: '1 minute' } }
const mostBytes = 64 * 1024

/**
 * Where payment services report donations. The signature of a call stands for the token that other programs send, and is checked over the raw
 * body before anything of it is read. A donation that was recorded before is answered in the same way as a new one.
 */
export function donationRoutes(app: FastifyInstance, { hub, services }: DonationDeps) {
  for (const service of services)
    app.register(async (scope) => {
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser(service.contentType, { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
      const options = { config: { ...rate, signedBody: service.contentType }, bodyLimit: mostBytes }
      scope.post<{ Body: Buffer | null }>(
        `/api/donations/${service.source}`,
        withDocs(options, docsOf(service)),
        async ({ body, headers }, reply) => {
          reply.header('cache-control', 'no-store')
          const raw = body ?? Buffer.alloc(0)
          if (!service.isGenuine(raw, headers)) return problem(reply, 401, 'badSignature', badSignature)
          const told = service.read(raw)
          if (told.kind === 'malformed') return problem(reply, 400, 'badRequest', told.why)
          if (told.kind === 'ignored') return told.answer ?? { success: true, outcome: 'ignored' }
          return told.kind === 'test' ? noteTest(reply, hub) : record(reply, hub, told.donation)
        },
      )
    })
}

/** Answered once the store has it. Whatever fails before that is not a 2xx, so the service sends it again. */
async function record(reply: FastifyReply, hub: DonationDeps['hub'], donation: ReceivedDonation) {
  const { outcome } = receiveDonation.output.parse(await hub.execute('donations', receiveDonation.name, donation))
  return reply.send({ success: true, outcome })
}

async function noteTest(reply: FastifyReply, hub: DonationDeps['hub']) {
  await hub.execute('donations', receiveDonationTest.name, {})
  return reply.send({ success: true, outcome: 'test' })
}

const badSignature = "The signature doesn't match. The secret of this hub differs from that of the service."

const docsOf = ({ source }: DonationService) => ({
  summary: `A payment reported by ${names[source]}, in its own format. Each is recorded once.`,
  description: 'Signed by the service with the secret that is configured here; it has no session and no token.',
  who: 'anyone' as const,
  answer: z.object({ success: z.literal(true), outcome: z.string() }),
})
const names = { kofi: 'Ko-fi', tebex: 'Tebex', patreon: 'Patreon' } as const
