import { expect, test } from 'vitest'
import { fieldsOf, groupsOf, OpenApi, typeOf } from './apiDescription.ts'

const answer = (schema: object) => ({ 200: { description: 'Done.', content: { 'application/json': { schema } } } })
const document = OpenApi.parse({
  openapi: '3.1.0',
  paths: {
    '/api/server/status': {
      get: { summary: 'How the server is.', security: [], parameters: [], responses: answer({ type: 'object' }) },
    },
    '/rcon/{command}': {
      post: {
        summary: 'Runs it.',
        security: [{ token: [] }, { session: [] }],
        parameters: [{ name: 'command', in: 'path', required: true, schema: { type: 'string' } }],
        requestBody: {
          content: { 'application/json': { schema: { type: 'object', properties: { reason: { type: 'string' } } } } },
        },
        responses: { ...answer({ type: 'object' }), 403: { description: 'Forbidden.', content: {} } },
      },
    },
    '/api/audit.csv': {
      get: {
        summary: 'A file.',
        security: [],
        parameters: [],
        responses: { 200: { description: 'Done.', content: { 'text/csv': {} } } },
      },
    },
  },
})

test('[NG50] operations are grouped by what they are about, with who may call them, inputs and refusals', () => {
  const groups = groupsOf(document)
  expect(groups.map(({ name }) => name)).toEqual(['Game server', 'Console and bridge', 'Audit'])
  expect(groups[1]?.operations).toEqual([
    {
      name: 'POST /rcon/{command}',
      summary: 'Runs it.',
      description: '',
      who: 'Signed in, or with a token',
      inputs: [
        { name: 'command', type: 'text', required: true, meaning: 'In the path.' },
        { name: 'reason', type: 'text', required: false, meaning: '' },
      ],
      answer: [],
      answerType: 'application/json',
      refusals: [{ status: '403', meaning: 'Forbidden.' }],
    },
  ])
  expect(groups[0]?.operations[0]?.who).toBe('Anyone')
  expect(groups[2]?.operations[0]?.answerType).toBe('text/csv')
})

test('[NG51] a filter keeps the operations that contain the text', () => {
  expect(groupsOf(document, ' RCON ').map(({ name }) => name)).toEqual(['Console and bridge'])
  expect(groupsOf(document, 'nowhere')).toEqual([])
})

test('[NG52] fields of objects within objects and lists have their whole name, and null is named', () => {
  const schema = {
    type: 'object',
    required: ['players'],
    properties: {
      players: {
        type: 'object',
        properties: {
          list: {
            anyOf: [
              {
                type: 'array',
                items: { type: 'object', properties: { name: { type: 'string', description: 'A name.' } } },
              },
              { type: 'null' },
            ],
          },
        },
      },
    },
  }
  expect(fieldsOf(schema)).toEqual([
    { name: 'players', type: 'object', required: true, meaning: '' },
    { name: 'players.list', type: 'list of object or null', required: false, meaning: '' },
    { name: 'players.list[].name', type: 'text', required: false, meaning: 'A name.' },
  ])
  expect(typeOf({ enum: ['dawn', 'day'] })).toBe('one of dawn, day')
  expect(typeOf({ const: true })).toBe('true')
  expect(typeOf({ type: ['string', 'null'] })).toBe('text or null')
  expect(typeOf({})).toBe('any')
})
