import type { FastifyRequest } from 'fastify'

/** A person goes there with a browser, as a full page: JSON would be nothing to them. */
export const wantsPage = ({ method, headers: { accept = '' } }: Pick<FastifyRequest, 'method' | 'headers'>) =>
  method === 'GET' && /\btext\/html\b/i.test(accept)
