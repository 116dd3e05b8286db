import { expect, test } from 'vitest'
import { runCommand } from './runCommand.ts'

const node = (program: string, limitMs?: number) =>
  runCommand(process.execPath, ['-e', program], { output: 'kept', ...(limitMs === undefined ? {} : { limitMs }) })

test('[RC7] a command ends with its exit code and its whole output', async () => {
  const program = 'console.log("one"); console.error("two"); process.exitCode = 3'
  expect(await node(program)).toEqual({ exitCode: 3, talk: 'one\ntwo\n', isLate: false })
})

test('[RC8] a command that takes too long is stopped', { tags: 'slow' }, async () => {
  expect(await node('setInterval(() => {}, 1000)', 300)).toMatchObject({ exitCode: null, isLate: true })
})

test('[RC9] a missing program counts as failed and is named', async () => {
  const ended = await runCommand('no-such-program', [], { output: 'kept' })
  expect(ended.exitCode).toBe(null)
  expect(ended.talk).toContain('no-such-program could not be started')
})

test('[RC10] no signal listener is left when a command has ended', async () => {
  const before = process.listenerCount('SIGTERM')
  await node('')
  expect(process.listenerCount('SIGTERM')).toBe(before)
})

test('[RC60] a command gets the given environment beside that of this program', async () => {
  const program = 'console.log(process.env.GOGC, process.env.PATH)'
  const ended = await runCommand(process.execPath, ['-e', program], { output: 'kept', environment: { GOGC: 'off' } })
  expect(ended.talk).toBe(`off ${process.env.PATH}\n`)
})
