import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { openApi, withTold } from './openApi.ts'

async function described() {
  const app = fastify()
  onTestFinished(() => app.close())
  openApi(app, 'the_cookie')
  const body = z.object({ message: z.string(), times: z.int().default(1) })
  const query = z.strictObject({ from: z.string().transform(Number).optional() })
  const told = { summary: 'Says it.', who: 'program', answer: z.object({ success: z.literal(true) }) } as const
  app.post('/say/:word', withTold({}, { ...told, body, path: { word: z.enum(['hey', 'ho']) } }), async () => ({}))
  app.get('/list', withTold({}, { ...told, who: 'anyone', query, answer: 'text/csv' }), async () => ({}))
  app.get('/untold', async () => ({}))
  return (await app.inject('/api/openapi.json')).json()
}

test('[OP1] what a route reads, answers and wants is told as it is sent, and what is told of none is left out', async () => {
  const { openapi, paths, components } = await described()
  expect(openapi).toBe('3.1.0')
  expect(Object.keys(paths)).toEqual(['/say/{word}', '/list'])
  const { post } = paths['/say/{word}']
  expect(post).toMatchObject({ summary: 'Says it.', security: [{ token: [] }] })
  expect(post.parameters).toEqual([
    { name: 'word', in: 'path', required: true, schema: { type: 'string', enum: ['hey', 'ho'] } },
  ])
  expect(post.requestBody.content['application/json'].schema).toMatchObject({
    ...{ type: 'object', required: ['message'] },
    properties: { message: { type: 'string' }, times: { default: 1 } },
  })
  expect(components.securitySchemes.session).toMatchObject({ in: 'cookie', name: 'the_cookie' })
})

test('[OP2] files are told by their kind, filters one by one, and each has its refusals', async () => {
  const { get } = (await described()).paths['/list']
  expect(get.security).toEqual([])
  expect(get.parameters).toEqual([{ name: 'from', in: 'query', required: false, schema: { type: 'string' } }])
  expect(get.responses['200'].content).toEqual({ 'text/csv': {} })
  expect(Object.keys(get.responses)).toEqual(['200', '400', '401', '403', '404', '409', '429'])
})
