import type { FastifyReply } from 'fastify'

/** Every error over HTTP has this form. `code` is for programs, `error` for people. */
export const problem = (reply: FastifyReply, status: number, code: string, error: string) =>
  reply.code(status).send({ success: false, error, code })
