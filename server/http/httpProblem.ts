import type { FastifyReply } from 'fastify'

/** Every error over HTTP has this form. `code` is for programs, `error` for people; `more` tells what was done before it. */
export const problem = (reply: FastifyReply, status: number, code: string, error: string, more: object = {}) =>
  reply.code(status).send({ ...more, success: false, error, code })
