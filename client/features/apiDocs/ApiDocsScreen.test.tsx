// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { renderScreen } from '../../testing/renderScreen.tsx'
import { ApiDocsScreen } from './ApiDocsScreen.tsx'

const operation = (summary: string) => ({ summary, security: [], parameters: [], responses: {} })
const document = {
  paths: {
    '/api/server/status': { get: operation('How the game server is.') },
    '/api/config': { get: operation('How this hub is configured.') },
  },
}

/** @param answers to the requests in order; null: the hub cannot be reached */
function openDocs(...answers: readonly (object | null)[]) {
  const asked = vi.fn(async () => {
    const answer = answers[asked.mock.calls.length - 1] ?? null
    if (answer === null) throw new TypeError('Failed to fetch')
    return { json: async () => answer }
  })
  vi.stubGlobal('fetch', asked)
  onTestFinished(() => void vi.unstubAllGlobals())
  renderScreen(<ApiDocsScreen />)
}

test("[NG53] the operations of the hub's own description are listed and filtered", async () => {
  openDocs(document)
  expect(screen.getByText('Loading…')).toBeDefined()
  expect(await screen.findByText('GET /api/server/status')).toBeDefined()
  fireEvent.change(screen.getByRole('searchbox', { name: 'Search operations' }), { target: { value: 'configured' } })
  expect(screen.queryByText('GET /api/server/status')).toBeNull()
  expect(screen.getByText('GET /api/config')).toBeDefined()
  fireEvent.change(screen.getByRole('searchbox', { name: 'Search operations' }), {
    target: { value: 'nothing like it' },
  })
  expect(screen.getByText('No operation contains “nothing like it”.')).toBeDefined()
})

test('[NG54] a description that cannot be fetched, or is none, is reported and can be fetched again', async () => {
  openDocs(null, { success: false }, document)
  fireEvent.click(await screen.findByRole('button', { name: 'Retry' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('GET /api/server/status')).toBeDefined()
})

test('[NG1507] names in the texts of the description are shown as code, without their backticks', async () => {
  openDocs({ paths: { '/api/config': { get: { ...operation('Shows `rcon`.'), description: 'Needs `ownerPanel`.' } } } })
  expect((await screen.findByText('rcon')).tagName).toBe('CODE')
  expect(screen.getByText('ownerPanel').tagName).toBe('CODE')
  expect(screen.queryByText(/`/)).toBeNull()
})
