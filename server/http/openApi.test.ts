import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { addOpenApi, withDocs } from './openApi.ts'

async function described() {
  const app = fastify()
  onTestFinished(() => app.close())
  addOpenApi(app, 'the_cookie')
  const body = z.object({ message: z.string(), times: z.int().default(1) })
  const query = z.strictObject({ from: z.string().transform(Number).optional() })
  const docs = { summary: 'Says it.', who: 'program', answer: z.object({ success: z.literal(true) }) } as const
  app.post('/say/:word', withDocs({}, { ...docs, body, path: { word: z.enum(['hey', 'ho']) } }), async () => ({}))
  app.get('/list', withDocs({}, { ...docs, who: 'anyone', query, answer: 'text/csv' }), async () => ({}))
  app.get('/undocumented', async () => ({}))
  return (await app.inject('/api/openapi.json')).json()
}

test('[OP1] a documented route is described with its input, answer and security; others are left out', async () => {
  const { openapi, paths, components } = await described()
  expect(openapi).toBe('3.1.0')
  expect(Object.keys(paths)).toEqual(['/say/{word}', '/list'])
  const { post } = paths['/say/{word}']
  expect(post).toMatchObject({ summary: 'Says it.', security: [{ token: [] }] })
  expect(post.parameters).toEqual([
    { name: 'word', in: 'path', required: true, schema: { type: 'string', enum: ['hey', 'ho'] } },
  ])
  expect(post.requestBody.content['application/json'].schema).toMatchObject({
    type: 'object',
    required: ['message'],
    properties: { message: { type: 'string' }, times: { default: 1 } },
  })
  expect(components.securitySchemes.session).toMatchObject({ in: 'cookie', name: 'the_cookie' })
})

test('[OP2] files have their content type, filters are separate parameters, and each route has its refusals', async () => {
  const { get } = (await described()).paths['/list']
  expect(get.security).toEqual([])
  expect(get.parameters).toEqual([{ name: 'from', in: 'query', required: false, schema: { type: 'string' } }])
  expect(get.responses['200'].content).toEqual({ 'text/csv': {} })
  expect(Object.keys(get.responses)).toEqual(['200', '400', '401', '403', '404', '409', '429', '503'])
})
