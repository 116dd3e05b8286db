import { expect, test } from 'vitest'
import { createTestClock } from '../testing/clock.ts'
import { createLinkState } from './linkState.ts'

test('[LK2394] the log gives a reason of some words in brackets, and one of sentences as sentences', () => {
  const lines: string[] = []
  const log = { info: (text: string) => void lines.push(text), warn: (text: string) => void lines.push(text) }
  const { set } = createLinkState(createTestClock(), log, 'game.example.org:8888')
  set('refused', 'password refused')
  set('down', 'The panel found nothing there. Check HOST_PANEL_SERVER.')
  set('up', null)
  expect(lines).toEqual([
    'Game server game.example.org:8888: refused (password refused).',
    'Game server game.example.org:8888: down. The panel found nothing there. Check HOST_PANEL_SERVER.',
    'Game server game.example.org:8888: connected.',
  ])
})
