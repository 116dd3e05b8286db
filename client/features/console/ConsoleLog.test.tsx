// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { consoleHistory } from '../../../shared/features/console/console.ts'
import { given, renderScreen, screenNow, signedIn } from '../../testing/renderScreen.tsx'
import { ConsoleScreen } from './ConsoleScreen.tsx'

test('[CQ1800] characters that turn the direction of a text are written out in lines, answers and questions, and recalled as they were', () => {
  const turned = { text: 'kick \u202eomeN', reply: 'Error: \u2066omeN' }
  const line = { ...turned, number: 1, at: screenNow, link: 'hub', tone: 'bad' } as const
  const hello = signedIn('admin')
  renderScreen(<ConsoleScreen />, {
    hello,
    documents: [given(consoleHistory, hello.principal?.id ?? '', { entered: 1, lines: { line } })],
  })
  expect(screen.getByRole('log').textContent).toMatch(/› kick \[U\+202E\]omeNHubError: \[U\+2066\]omeN$/)
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Command' })
  fireEvent.keyDown(field, { key: 'ArrowUp' })
  expect(field.value).toBe(turned.text)
  fireEvent.change(field, { target: { value: 'addplayable \u202exeR' } })
  fireEvent.submit(field)
  expect(screen.getByRole('dialog', { name: 'Run “addplayable [U+202E]xeR”?' })).toBeDefined()
})
